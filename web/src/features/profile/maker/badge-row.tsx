import type { OwnApp } from '@zapdeck/contract/apps';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { badgeHtml } from '../../../lib/badge-html.ts';
import { copyAndSay } from '../../../lib/share-app.ts';

const said = { title: 'Badge Copied', description: 'HTML for your own site copied to clipboard' };

const linkClass =
  'inline-flex min-h-11 items-center gap-1.5 font-medium text-brand-ink underline-offset-4 hover:underline';

/** Where people find an approved app, for its maker to tell: its page, and the badge for a site of their own. */
export function BadgeRow({ app }: { app: OwnApp }) {
  return (
    <p className="relative -my-1.5 flex flex-wrap gap-x-4">
      <a href={app.pageUrl} className={linkClass}>
        Public page
        <span className="sr-only"> of {app.title}</span>
      </a>
      <button type="button" className={linkClass} onClick={() => void copyAndSay(badgeHtml(app), said)}>
        <BadgeCheck size={16} aria-hidden="true" />
        Copy badge
        <span className="sr-only"> of {app.title}</span>
      </button>
    </p>
  );
}

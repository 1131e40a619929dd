import type { OwnApp } from '@zapdeck/contract/apps';
import { badgeUrl } from '@zapdeck/contract/pages';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { copyAndSay } from '../../lib/share-app.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The badge as HTML for the maker's own site. */
function badgeHtml({ title, pageUrl }: OwnApp): string {
  const alt = escaped(`${title} on Zapdeck`);
  return `<a href="${escaped(pageUrl)}"><img src="${escaped(badgeUrl(pageUrl))}" alt="${alt}" height="28"></a>`;
}

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

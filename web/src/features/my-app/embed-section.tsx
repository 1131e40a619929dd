import type { OwnApp } from '@zapdeck/contract/apps';
import { badgeUrl } from '@zapdeck/contract/pages';
import { badgeHtml, linkHtml } from '../../lib/badge-html.ts';
import { Section } from './section.tsx';
import { Snippet } from './snippet.tsx';

const said = (title: string) => ({ title, description: 'HTML for your own site copied to clipboard' });

/** What the maker of an approved app may put on a site of their own. */
export function EmbedSection({ app }: { app: OwnApp }) {
  return (
    <Section title="On your own site">
      <p className="mb-4 text-muted">
        The badge counts your likes and leads to your page here. Sites that know oEmbed make a card of the
        page’s address by themselves.
      </p>
      <img src={badgeUrl(app.pageUrl)} alt={`${app.title} on Zapdeck`} height={28} className="mb-4" />
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Snippet
          label="HTML of the badge"
          text={badgeHtml(app)}
          copy="Copy badge"
          said={said('Badge Copied')}
        />
        <Snippet label="HTML of the link" text={linkHtml(app)} copy="Copy link" said={said('Link Copied')} />
      </div>
    </Section>
  );
}

import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { BADGE_HEIGHTS, type BadgeForm, badgeForms, badgeUrl } from '@zapdeck/contract/instance/pages';
import { badgeHtml, linkHtml } from '../../lib/badge-html.ts';
import { Section } from './section.tsx';
import { Snippet } from './snippet.tsx';
import { instance } from '../../lib/instance.ts';

const labels = (): Readonly<Record<BadgeForm, { html: string; copy: string }>> => ({
  pill: { html: t`HTML of the badge`, copy: t`Copy badge` },
  flat: { html: t`HTML of the flat badge`, copy: t`Copy flat badge` },
});

const said = (title: string) => ({ title, description: t`HTML for your own site copied to clipboard` });

/** Badges, links and HTML that the maker of an approved app can put on another site. */
export function EmbedSection({ app }: { app: OwnApp }) {
  return (
    <Section title={t`On your own site`}>
      <p className="mb-4 text-muted">{t`The badge shows your likes and links to your page here. Sites that support oEmbed turn the page link into a card automatically.`}</p>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        {badgeForms.map((form) => (
          <div key={form}>
            <div className="mb-2 flex h-7 items-center">
              <img
                src={badgeUrl(app.pageUrl, form)}
                alt={t`${app.title} on ${{ name: instance.name }}`}
                height={BADGE_HEIGHTS[form]}
              />
            </div>
            <Snippet
              label={labels()[form].html}
              text={badgeHtml(app, form)}
              copy={labels()[form].copy}
              said={said(t`Badge copied`)}
            />
          </div>
        ))}
        <Snippet
          label={t`HTML of the link`}
          text={linkHtml(app)}
          copy={t`Copy link`}
          said={said(t`Link Copied`)}
        />
      </div>
    </Section>
  );
}

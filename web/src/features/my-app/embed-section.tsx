import { t } from '@lingui/core/macro';
import type { App, OwnApp } from '@zapdeck/contract/apps/apps';
import { BADGE_HEIGHTS, type BadgeForm, badgeForms, badgeUrl } from '@zapdeck/contract/instance/pages';
import { instance } from '../../lib/instance.ts';
import { Section } from './section.tsx';
import { Snippet } from './snippet.tsx';

type Shown = Pick<App, 'title' | 'pageUrl'>;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns HTML of the app's badge, for the maker's own site. */
function badgeHtml({ title, pageUrl }: Shown, form: BadgeForm): string {
  const alt = escaped(`${title} on ${instance.name}`);
  return `<a href="${escaped(pageUrl)}"><img src="${escaped(badgeUrl(pageUrl, form))}" alt="${alt}" height="${BADGE_HEIGHTS[form]}"></a>`;
}

/** Returns HTML of a text link to the app's page, without styles. */
function linkHtml({ title, pageUrl }: Shown): string {
  return `<a href="${escaped(pageUrl)}">Try ${escaped(title)} on ${escaped(instance.name)}</a>`;
}

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

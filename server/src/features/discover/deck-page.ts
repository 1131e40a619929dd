import { deckTexts } from '@zapdeck/contract/feed/deck-list';
import { deckKeyOf } from '@zapdeck/contract/feed/decks';
import { DISCOVER_PATH } from '@zapdeck/contract/instance/screens';
import { html, type Markup } from '../../http/html.ts';
import { appTiles } from '../pages/common/app-tiles.ts';
import { collectionData } from '../pages/common/collection-data.ts';
import type { PublicApp } from '../pages/common/find-app.ts';
import { formatApps } from '../pages/common/format-apps.ts';
import { pageFrame } from '../pages/common/page-frame.ts';
import type { PageSite } from '../pages/common/page-site.ts';
import { pageHead } from '../pages/common/page-head.ts';
import { deckPath, type PublicDeck } from '../pages/common/public-decks.ts';
import { startForm } from '../pages/common/start-form.ts';
import { type Feed, feedLinks, feedPath, feedsOf } from '../pages/programs/feeds.ts';
import { linkPicturePath } from '../pages/link-picture/link-pictures.ts';
import { feedLink } from '../pages/common/feed-link.ts';
import { titleOnSite } from '../pages/common/title-on-site.ts';

interface ShownDeck {
  deck: PublicDeck;
  apps: readonly PublicApp[];
  hasMore: boolean;
}

function deckSummaryOf(deck: PublicDeck, { say, sayMarked }: PageSite): string {
  return deck.kind === 'category'
    ? say('The best web apps in {category}. Try each one live, one swipe at a time.', {
        category: sayMarked(deck.value),
      })
    : say('{line}. Try each one live, one swipe at a time.', { line: sayMarked(deckTexts(deck).line) });
}

function feedOf({ kind, value }: PublicDeck): Feed | undefined {
  return kind === 'category' ? feedsOf(value).at(-1) : kind === 'new' ? feedsOf()[0] : undefined;
}

function headingOf({ deck, apps, hasMore }: ShownDeck, site: PageSite): string {
  const count = apps.length;
  if (!hasMore) return formatApps(count, site);
  return deck.kind === 'new'
    ? site.say('{count, plural, one {The newest app} other {The newest # apps}}', { count })
    : site.say('{count, plural, one {The best app} other {The best # apps}}', { count });
}

function deckListOf(shown: ShownDeck, site: PageSite): Markup {
  const { deck, apps } = shown;
  const { say, sayMarked } = site;
  const feed = feedOf(deck);
  const name =
    deck.kind === 'category'
      ? say('Feed of new apps in {category}', { category: sayMarked(deck.value) })
      : say('Feed of new apps');
  const link = feed && feedLink(feedPath(feed, 'xml'), name, site);
  const heading = headingOf(shown, site);
  return html`<section class="others" aria-labelledby="apps"><div class="heading"><h2 id="apps">${heading}</h2>${link ?? null}</div>${appTiles(apps, site)}</section>`;
}

/** Renders the public page of a deck with its first apps. */
export function deckPage(shown: ShownDeck, site: PageSite): Markup {
  const { deck, apps } = shown;
  const [best] = apps;
  const { say } = site;
  const title = site.sayMarked(deckTexts(deck).title);
  const instance = site.instance();
  const words = {
    path: deckPath(deck),
    title: titleOnSite({ title }, site),
    summary: deckSummaryOf(deck, site),
  };
  const facts = {
    ...words,
    picture: best && { path: linkPicturePath(best, instance), text: titleOnSite(best, site) },
    data: collectionData(site.publicUrl, words, apps),
    isIndexed: apps.length > 0,
  };
  const head = html`${pageHead(site, facts)}${feedLinks(feedsOf(deck.value ?? undefined), site)}`;
  const shownFirst =
    apps.length === 0
      ? html`<p>${say('No apps here yet.')}</p><p class="ways"><a class="secondary" href="${DISCOVER_PATH}">${say('Browse all categories')}</a></p>`
      : html`<p>${words.summary}</p><div class="ways">${startForm(site, deckKeyOf(deck))}</div>`;
  const lead = html`<div class="lead"><p><a class="category" href="${DISCOVER_PATH}">${say('Discover')}</a></p><h1>${title}</h1>${shownFirst}</div>`;
  const body = html`${lead}${apps.length > 0 && deckListOf(shown, site)}`;
  return pageFrame(site, { title: `${title} · ${say('Discover')}`, head, body });
}

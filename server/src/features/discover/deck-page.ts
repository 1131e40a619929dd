import { deckTexts } from '@zapdeck/contract/deck-list';
import { deckKeyOf } from '@zapdeck/contract/decks';
import { DISCOVER_PATH } from '@zapdeck/contract/screens';
import { html, type Markup } from '../../http/html.ts';
import { appTiles } from '../pages/common/app-tiles.ts';
import { collectionData } from '../pages/common/collection-data.ts';
import type { PublicApp } from '../pages/common/find-app.ts';
import { formatApps } from '../pages/common/format-apps.ts';
import { pageFrame, type PageSite } from '../pages/common/page-frame.ts';
import { pageHead } from '../pages/common/page-head.ts';
import { deckPath, type PublicDeck } from '../pages/common/public-decks.ts';
import { startForm } from '../pages/common/start-form.ts';
import { type Feed, feedLinks, feedPath, feedsOf } from '../pages/programs/feeds.ts';
import { linkPicturePath } from '../pages/link-picture/link-pictures.ts';

interface Shown {
  deck: PublicDeck;
  /** The first apps of the deck. */
  apps: readonly PublicApp[];
  hasMore: boolean;
}

function summaryOf(deck: PublicDeck): string {
  const what = deck.kind === 'category' ? `The best web apps in ${deck.value}` : deckTexts(deck).line;
  return `${what}. Try each one live, one swipe at a time.`;
}

function feedOf({ kind, value }: PublicDeck): Feed | undefined {
  return kind === 'category' ? feedsOf(value).at(-1) : kind === 'new' ? feedsOf()[0] : undefined;
}

function listOf({ deck, apps, hasMore }: Shown): Markup {
  const feed = feedOf(deck);
  const about = deck.kind === 'category' ? ` in ${deck.value}` : '';
  const feedLink =
    feed &&
    html`<a class="feed" href="${feedPath(feed, 'xml')}">Feed<span class="unseen"> of new apps${about}</span></a>`;
  const first = deck.kind === 'new' ? 'newest' : 'best';
  const heading = hasMore ? `The ${first} ${apps.length} apps` : formatApps(apps.length);
  return html`<section class="others" aria-labelledby="apps"><div class="heading"><h2 id="apps">${heading}</h2>${feedLink ?? null}</div>${appTiles(apps)}</section>`;
}

/** Renders the public page of a deck: its first apps. */
export function deckPage(shown: Shown, site: PageSite): Markup {
  const { deck, apps } = shown;
  const [best] = apps;
  const { title } = deckTexts(deck);
  const instance = site.instance();
  const words = { path: deckPath(deck), title: `${title} on ${instance.name}`, summary: summaryOf(deck) };
  const facts = {
    ...words,
    picture: best && { path: linkPicturePath(best, instance), text: `${best.title} on ${instance.name}` },
    data: collectionData(site.publicUrl, words, apps),
    isIndexed: apps.length > 0,
  };
  const head = html`${pageHead(site, facts)}${feedLinks(feedsOf(deck.value ?? undefined), site)}`;
  const shownFirst =
    apps.length === 0
      ? html`<p>No apps here yet.</p><p class="ways"><a class="secondary" href="${DISCOVER_PATH}">Browse all categories</a></p>`
      : html`<p>${words.summary}</p><div class="ways">${startForm(deckKeyOf(deck))}</div>`;
  const lead = html`<div class="lead"><p><a class="category" href="${DISCOVER_PATH}">Discover</a></p><h1>${title}</h1>${shownFirst}</div>`;
  const body = html`${lead}${apps.length > 0 && listOf(shown)}`;
  return pageFrame(site, { title: `${title} · Discover`, head, body });
}

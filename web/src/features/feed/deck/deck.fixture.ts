import type { App } from '@zapdeck/contract/apps';
import { createDeck, type Deck, type Page } from './deck.ts';

/** An app for tests, whole and approved. */
export function anApp(id: string, change: Partial<App> = {}): App {
  return {
    id,
    title: `App ${id}`,
    description: '',
    url: `https://${id}.test/`,
    category: 'Games',
    thumbnailUrl: null,
    picture: null,
    colour: null,
    tags: [],
    status: 'approved',
    upvotes: 0,
    downvotes: 0,
    views: 0,
    isVerified: false,
    frameStatus: 'ok',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    pageUrl: `https://zapdeck.test/a/${id}`,
    userVote: null,
    submitter: null,
    ...change,
  };
}

/** A page of apps with these letters for ids; the last one of all where there is no cursor. */
export function aPage(ids: string, cursor: string | null = null): Page {
  return { apps: [...ids].map((id) => anApp(id)), cursor, endCursor: cursor === null ? 'end' : null };
}

/** A deck that begins with such a page. */
export function aDeck(ids: string, cursor: string | null = null): Deck {
  return createDeck(aPage(ids, cursor));
}

import { CardReason, type FeedApp } from '@zapdeck/contract/feed/feed';
import { deckKeyOf } from '@zapdeck/contract/feed/decks';
import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { run } from '../../db/statement.ts';
import { Refusal } from '../../http/refusal.ts';
import { leadTitles } from '../for-you/paired-apps.ts';
import { isNotHidden } from '../hidden/is-hidden.ts';
import { type CandidateQuery, firstLanguages, isEnoughSeen, readStart, type Start } from './candidates.ts';
import {
  type Cursor,
  type CursorKey,
  findCursor,
  type FirstPage,
  isFirstPage,
  leadsOfCards,
} from './cursor.ts';
import {
  type Cards,
  dealInSteps,
  dealStep,
  joinCards,
  reasonLetters,
  recommendInSteps,
} from './deal-hand.ts';
import {
  dayOf,
  EXPIRES_AFTER_MS,
  type LeftHand,
  type PageRequest,
  storeFirstPage,
  storeHand,
  type TakenPage,
  takePage,
} from './deck-pages.ts';
import type { Place } from './recommend.ts';
import { algorithmOf, type OpenDeck } from './sources.ts';

const HAND_PAGES = 8;
const TRIES_MAX = 5;

export interface DealtPage extends Cards {
  next: Cursor;
  /** True if the deck has dealt all approved apps. `next` then returns apps that are approved later. */
  isEnd: boolean;
}

async function queryOf(db: Db, deck: OpenDeck, start: Start, set: AlgorithmParams): Promise<CandidateQuery> {
  const params = { ...set, algorithmType: algorithmOf(deck, set.algorithmType) };
  const isRecycling = params.algorithmType === 'normal' && (await isEnoughSeen(db, start, params));
  return { deck, start, params, isRecycling, pages: 1 };
}

/** Returns the first page that these parameters would deal to the viewer. An unknown viewer has seen no apps. */
export async function previewPage(
  db: Db,
  deck: OpenDeck,
  viewerId: string,
  params: AlgorithmParams,
): Promise<Place[]> {
  const start = await readStart(db, viewerId);
  const query = await queryOf(db, deck, start, params);
  return recommendInSteps(db, query);
}

const firstCards = ({ ids, reasons, because }: Cards, count: number): Cards => ({
  ids: ids.slice(0, count),
  reasons: reasons.slice(0, count),
  because: because.slice(0, count),
});

/** Deals the first page of a new deck without storing it. The cursor contains the page. */
export async function dealFirstPage(db: Db, deck: OpenDeck, viewerId: string, now: Date): Promise<DealtPage> {
  const start = await readStart(db, viewerId);
  const query = await queryOf(db, deck, start, start.params);
  const { isAll, ...found } = await dealInSteps(db, query);
  const cards = firstCards(found, query.params.appsPerPage);
  const next: FirstPage = {
    deck: newId(),
    key: deckKeyOf(deck),
    viewer: viewerId,
    algorithm: query.params.algorithmType,
    isRecycling: query.isRecycling,
    startedAt: now.getTime(),
    ids: cards.ids,
    reasons: cards.reasons,
    ...leadsOfCards(cards.because),
  };
  return { ...cards, next, isEnd: isAll && cards.ids.length === found.ids.length };
}

const isExpired = ({ startedAt }: FirstPage, now: Date): boolean =>
  startedAt <= now.getTime() - EXPIRES_AFTER_MS;

interface Viewing {
  viewerId: string;
  cursor: string;
  now: Date;
}

/** Logs the first page in the cursor. Ignores cursors of other pages, of other viewers, and expired ones. */
export async function logFirstPage(
  db: Db,
  cursorKey: CursorKey,
  { viewerId, cursor, now }: Viewing,
): Promise<void> {
  const first = findCursor(await cursorKey(), cursor);
  if (!first || !isFirstPage(first)) return;
  if (first.viewer === viewerId && !isExpired(first, now)) await storeFirstPage(db, first, now);
}

const NO_CARDS: Cards = { ids: [], reasons: '', because: [] };

interface HandRequest extends PageRequest {
  stored: Pick<TakenPage, 'day' | 'algorithm' | 'isRecycling'>;
  first: FirstPage | undefined;
}

/** Deals the page from a new hand. Returns undefined if the page is already stored or the taste changed. */
async function dealFromNewHand(
  db: Db,
  request: HandRequest,
  leftHand: LeftHand | null,
): Promise<Omit<DealtPage, 'next'> | undefined> {
  const { deck, viewerId, deckId: id, page, now, stored, first } = request;
  const start = await readStart(db, viewerId);
  // A deck keeps its algorithm, but other settings may change while it is dealt.
  const params = { ...start.params, algorithmType: stored.algorithm };
  const before = leftHand ?? { ...NO_CARDS, resumeAt: null, fromTopAt: now.toISOString() };
  const query = {
    deck,
    start,
    params,
    isRecycling: stored.isRecycling,
    pages: HAND_PAGES,
    stored: first ? undefined : { id, day: stored.day, page },
    dealt: [...(first?.ids ?? []), ...before.ids],
    from: before.resumeAt,
  };
  const languages = leftHand?.isOthers ? null : firstLanguages(query);
  const found = leftHand
    ? { ...(await dealStep(db, { ...query, languages })), isOthers: leftHand.isOthers }
    : await dealInSteps(db, query);
  const { isAll, resumeAt, isOthers, taste } = found;
  // Apps may have moved above the position. Only a hand from the top proves that no app is left.
  if (leftHand && isAll) return dealFromNewHand(db, request, null);
  const cards = joinCards(before, found);
  if (cards.ids.length === 0) return { ...NO_CARDS, isEnd: true };
  const hand = {
    ...cards,
    deckId: id,
    day: stored.day,
    page,
    pageSize: params.appsPerPage,
    hasMore: !isAll,
    resumeAt: resumeAt ?? before.resumeAt,
    fromTopAt: before.fromTopAt,
    isOthers,
  };
  const storedFor = { first, now, viewerId, hasLeftCards: leftHand !== null, taste };
  if (!(await storeHand(db, hand, storedFor))) return undefined;
  const ids = cards.ids.slice(0, params.appsPerPage);
  return { ...cards, ids, isEnd: isAll && ids.length === cards.ids.length };
}

async function withoutHidden(db: Db, viewerId: string, { ids, reasons, because }: Cards): Promise<Cards> {
  const text = `SELECT id FROM apps WHERE id = ANY ($1::uuid[]) AND ${isNotHidden('$2::uuid')}`;
  const shown = new Set(
    (await run<{ id: string }>(db, { text, values: [ids, viewerId] })).map(({ id }) => id),
  );
  const isShown = (place: number) => shown.has(ids[place] ?? '');
  return {
    ids: ids.filter((_id, place) => isShown(place)),
    reasons: [...reasons].filter((_reason, place) => isShown(place)).join(''),
    because: because.filter((_lead, place) => isShown(place)),
  };
}

/** Deals the page that the cursor names, always the same. Rejects with `deck_expired` after 24 hours. Needs the primary. */
export async function dealNextPage(
  db: Db,
  deck: OpenDeck,
  { viewerId, cursor, now }: { viewerId: string; cursor: Cursor; now: Date },
): Promise<DealtPage> {
  const first = isFirstPage(cursor) ? cursor : undefined;
  if (first && first.viewer !== viewerId) throw new Refusal('deck_expired');
  const page = isFirstPage(cursor) ? 2 : cursor.page;
  const next = { deck: cursor.deck, key: cursor.key, page: page + 1 };
  const request = { deck, viewerId, deckId: cursor.deck, page, now };
  const unstored = first && !isExpired(first, now) ? { ...first, day: dayOf(first.startedAt) } : undefined;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const taken = await takePage(db, request);
    const stored = taken ?? unstored;
    if (!stored || taken?.isExpired) throw new Refusal('deck_expired');
    if (taken?.ids) {
      const cards = { ids: taken.ids, reasons: taken.reasons, because: taken.because };
      const shown = taken.mayHide ? await withoutHidden(db, viewerId, cards) : cards;
      return { ...shown, next, isEnd: taken.isEnd };
    }
    const handRequest = { ...request, stored, first: taken ? undefined : first };
    const dealt = await dealFromNewHand(db, handRequest, taken?.leftHand ?? null);
    if (dealt) return { ...dealt, next: dealt.ids.length === 0 ? cursor : next };
  }
  throw new Refusal('unavailable');
}

type Reason = Pick<FeedApp, 'reason' | 'because'>;

const byLetter = new Map(CardReason.options.map((reason) => [reasonLetters[reason] as string, reason]));

const LEAD_TITLES = leadTitles('$1::uuid', '$2::uuid[]');

async function readTitles(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await run<{ id: string; title: string }>(db, { text: LEAD_TITLES, values: [viewerId, ids] });
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Returns the reasons of the cards by app id, without apps that no longer lead to others. */
export async function readReasons(
  db: Db,
  viewerId: string,
  { ids, reasons, because }: Cards,
): Promise<ReadonlyMap<string, Reason>> {
  const titles = await readTitles(db, viewerId, [...new Set(because.filter((id) => id !== null))]);
  return new Map(
    ids.flatMap((id, index) => {
      const reason = byLetter.get(reasons[index] ?? '');
      if (reason === undefined) return [];
      const lead = because[index] ?? '';
      const title = titles.get(lead);
      return [[id, title === undefined ? { reason } : { reason, because: { id: lead, title } }] as const];
    }),
  );
}

import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import type { Use } from '../../db/statement.ts';
import { isNotHidden } from '../hidden/is-hidden.ts';
import type { Position } from './order.ts';
import { type OpenDeck, unseenOneByOne } from './sources.ts';
import type { Start } from './start.ts';

/** Above this number of seen apps, a lookup per app is faster than a hash table of all seen apps. */
const HASHED_SEEN_MAX = 10_000;

export interface CandidateQuery {
  start: Pick<
    Start,
    'viewerId' | 'countsAsGuest' | 'newcomerShare' | 'hiddenCategories' | 'readsLanguages' | 'seen'
  >;
  deck: OpenDeck;
  /** Only apps in these languages, and those whose language is not known. If absent, all apps. */
  languages?: readonly string[] | null;
  params: AlgorithmParams;
  isRecycling: boolean;
  /** Number of pages that the candidates must fill. */
  pages: number;
  /** Excludes the pages of this stored deck before `page`. */
  stored?: { id: string; day: string; page: number } | undefined;
  /** Excludes these apps: dealt cards that are not stored yet. */
  dealt?: readonly string[];
  /** Fresh apps start below this position. */
  from?: Position | null;
}

/** Returns the languages whose apps come first. Null if all apps have one order, as those of a search have. */
export const firstLanguages = ({ deck, start }: Pick<CandidateQuery, 'deck' | 'start'>) =>
  deck.kind === 'search' ? null : start.readsLanguages;

/** SQL condition: the deck has not dealt the app. */
export function isNotDealt(use: Use, { stored, dealt = [] }: CandidateQuery, column: string): string {
  const lists: string[] = [];
  if (stored)
    lists.push(`SELECT unnest(app_ids) FROM deck_pages
      WHERE deck_id = ${use(stored.id)}::uuid AND day = ${use(stored.day)}::date AND page < ${use(stored.page)}::int`);
  if (dealt.length > 0) lists.push(`SELECT unnest(${use(`{${dealt.join(',')}}`)}::uuid[])`);
  return lists.length === 0 ? 'true' : `${column} NOT IN (${lists.join(' UNION ALL ')})`;
}

/** SQL condition: the viewer has not seen the app. Hashes the seen apps unless there are too many. */
export const isUnseen = (use: Use, query: CandidateQuery, column = 'apps.id'): string =>
  query.start.seen > HASHED_SEEN_MAX
    ? unseenOneByOne(query.start.viewerId, column)(use)
    : `${column} NOT IN (SELECT app_id FROM seen_apps WHERE user_id = ${use(query.start.viewerId)}::uuid)`;

/** Columns that `shownOnly` reads, besides the category. */
export const COLUMNS_OF_SHOWN = ['apps.tags', 'apps.submitted_by', 'apps.language'];

/** SQL: languages as an array. */
export const languageValues = (use: Use, languages: readonly string[]): string =>
  `${use(`{${languages.join()}}`)}::text[]`;

/** SQL condition on `apps` alone: the app is in one of the languages, or its language is not known. */
export const isInLanguage = (use: Use, languages: readonly string[]): string =>
  `(apps.language = ANY (${languageValues(use, languages)})) IS NOT FALSE`;

/** SQL conditions on `apps` alone: the viewer does not hide the app, and its language is one of the query. None for most viewers. */
export function shownOnly(use: Use, { start, languages }: CandidateQuery): string[] {
  const isShown = start.hiddenCategories ? [isNotHidden(`${use(start.viewerId)}::uuid`)] : [];
  return languages ? [...isShown, isInLanguage(use, languages)] : isShown;
}

/** Returns true if the statement has to skip apps, so that it may read many more than it returns. */
export const skipsApps = ({ start, languages }: CandidateQuery): boolean =>
  start.hiddenCategories !== null || Boolean(languages);

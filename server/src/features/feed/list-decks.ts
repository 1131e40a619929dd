import { categories } from '@zapdeck/contract/apps/categories';
import { DECK_COVERS, type DeckCover, deckTexts, type ListedDeck } from '@zapdeck/contract/feed/deck-list';
import { type Deck, deckKeyOf, type PlainDeck, plainDecks } from '@zapdeck/contract/feed/decks';
import { LRUCache } from 'lru-cache';
import { type Db, one } from '../../db/client.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { run } from '../../db/statement.ts';
import { hasOwnForYou } from '../for-you/taste.ts';
import { isNotHidden } from '../hidden/is-hidden.ts';
import { countHidden, countMissing, withoutHiddenApps } from './count-hidden.ts';
import { readFirstApps } from './first-apps.ts';
import { IS_APPROVED, isUnseen, type OpenDeck } from './sources.ts';
import type { Start } from './candidates.ts';

/** Counting the apps of all categories takes a tenth of a second for a million apps. */
const COUNTS_TTL_MS = 60_000;

/** Approved apps by category. The primary and each replica have their own counts. */
const counts = new LRUCache<Db, Map<string, number>>({
  max: 16,
  ttl: COUNTS_TTL_MS,
  fetchMethod: async (db) => {
    const rows = await run<{ category: string; apps: number }>(db, {
      text: "SELECT category, count(*)::int AS apps FROM apps WHERE status = 'approved' GROUP BY category",
      values: [],
    });
    return new Map(rows.map(({ category, apps: count }) => [category, count]));
  },
});

const isShown = (hides: boolean) => `${IS_APPROVED}${hides ? ` AND ${isNotHidden('$1')}` : ''}`;

/** SQL: counts the shown apps of `ids`. Looks each up, because a join would read the whole catalogue. */
const countSql = (ids: string, hides: boolean) =>
  `(SELECT json_build_object('apps', count(*), 'newApps', count(*) FILTER (WHERE is_new))
    FROM (${ids}) AS listed CROSS JOIN LATERAL (
      SELECT ${isUnseen('$1')} AS is_new FROM apps WHERE apps.id = listed.app_id AND ${isShown(hides)} OFFSET 0
    ) AS apps)`;

const LIKES = "SELECT app_id FROM votes WHERE user_id = $1 AND vote_type = 'up'";
const PICKS = 'SELECT DISTINCT app_id FROM daily_picks WHERE chosen_at IS NOT NULL';

/** SQL: reading all apps takes less time than looking up those that the viewer has seen. A look-up takes eight times as long. */
const HAS_SEEN_MUCH = '(SELECT seen * 8 > approved_apps FROM seen_counts, catalogue WHERE user_id = $1)';

/** SQL: counts seen apps by category in one of two ways. `IS TRUE` stops the planner from using a join. */
const seenSql = (hides: boolean) => `(SELECT coalesce(json_object_agg(category, count), '{}') FROM (
    SELECT category, count(*) FROM (
      SELECT apps.category FROM seen_apps CROSS JOIN LATERAL (
        SELECT category FROM apps WHERE apps.id = seen_apps.app_id AND ${isShown(hides)} OFFSET 0
      ) AS apps WHERE seen_apps.user_id = $1 AND ${HAS_SEEN_MUCH} IS NOT TRUE
      UNION ALL SELECT category FROM apps
      WHERE (apps.id IN (SELECT app_id FROM seen_apps WHERE user_id = $1)) IS TRUE AND ${isShown(hides)} AND ${HAS_SEEN_MUCH}
    ) AS seen GROUP BY category) AS counted)`;

const numbersSql = (hides: boolean) => `SELECT approved_apps AS approved, ${seenSql(hides)} AS seen,
    ${countSql(LIKES, hides)} AS liked, ${countSql(PICKS, hides)} AS picked
  FROM catalogue`;

type Count = Pick<ListedDeck, 'apps' | 'newApps'>;

interface Numbers {
  approved: number;
  seen: Record<string, number>;
  liked: Count;
  picked: Count;
}

function countOf(deck: Deck, numbers: Numbers, byCategory: ReadonlyMap<string, number>): Count {
  const { approved, seen } = numbers;
  const unseen = Math.max(0, approved - Object.values(seen).reduce((sum, count) => sum + count, 0));
  switch (deck.kind) {
    case 'liked':
      return numbers.liked;
    case 'today':
      return numbers.picked;
    case 'unseen':
      return { apps: unseen, newApps: unseen };
    case 'category': {
      const inCategory = byCategory.get(deck.value) ?? 0;
      return { apps: inCategory, newApps: Math.max(0, inCategory - (seen[deck.value] ?? 0)) };
    }
    default:
      return { apps: approved, newApps: unseen };
  }
}

async function readCovers(
  db: Db,
  decks: readonly OpenDeck[],
  viewer: Pick<Start, 'viewerId' | 'hides' | 'readsLanguages'>,
): Promise<DeckCover[][]> {
  const ids = await readFirstApps(db, decks, { ...viewer, limit: DECK_COVERS });
  const shown = await db
    .select({
      id: apps.id,
      title: apps.title,
      category: apps.category,
      picture: apps.picture,
      colour: apps.colour,
    })
    .from(apps)
    .where(isOneOf(apps.id, [...new Set(ids.flat())]));
  const covers = new Map(shown.map((cover) => [cover.id, cover]));
  return ids.map((firstIds) => firstIds.flatMap((id) => covers.get(id) ?? []));
}

interface DecksViewer {
  id: string;
  isGuest: boolean;
  readsLanguages: Start['readsLanguages'];
}

async function plainDecksOf(
  db: Db,
  { id, isGuest }: Pick<DecksViewer, 'id' | 'isGuest'>,
): Promise<PlainDeck[]> {
  const decks = plainDecks.filter((kind) => kind !== 'for-you' && (kind !== 'liked' || !isGuest));
  return !isGuest && (await hasOwnForYou(db, id)) ? ['for-you', ...decks] : decks;
}

/** Returns all decks of the viewer, also empty ones. Counts exclude hidden apps. */
export async function readDecks(db: Db, viewer: DecksViewer): Promise<ListedDeck[]> {
  const { id, readsLanguages } = viewer;
  const [plain, hidden] = await Promise.all([plainDecksOf(db, viewer), countHidden(db, id)]);
  const decks: OpenDeck[] = [
    ...plain.map((kind) => ({ kind, value: null })),
    ...categories.map((value) => ({ kind: 'category' as const, value })),
  ];
  const hides = hidden.categories !== null;
  const [numbers, all, covers] = await Promise.all([
    run<Numbers>(db, { text: numbersSql(hides), values: [id] }).then(one),
    counts.forceFetch(db),
    readCovers(db, decks, { viewerId: id, hides, readsLanguages }),
  ]);
  const byCategory = withoutHiddenApps(all, hidden);
  const approved = Math.max(0, numbers.approved - countMissing(all, byCategory));
  return decks.map((deck, index) => ({
    id: deckKeyOf(deck),
    ...deckTexts(deck),
    ...countOf(deck, { ...numbers, approved }, byCategory),
    isHidden: deck.kind === 'category' && hidden.categories?.includes(deck.value) === true,
    covers: covers[index] ?? [],
  }));
}

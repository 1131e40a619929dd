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
import { IS_APPROVED, type OpenDeck } from './sources.ts';
import type { Start } from './start.ts';

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

const numbersSql = (hides: boolean) => `WITH seen AS MATERIALIZED (
    SELECT apps.id, apps.category FROM seen_apps JOIN apps ON apps.id = seen_apps.app_id
    WHERE seen_apps.user_id = $1 AND ${isShown(hides)}
  ), liked AS (
    SELECT apps.id FROM votes JOIN apps ON apps.id = votes.app_id
    WHERE votes.user_id = $1 AND votes.vote_type = 'up' AND ${isShown(hides)}
  ), picked AS (
    SELECT DISTINCT apps.id FROM daily_picks JOIN apps ON apps.id = daily_picks.app_id
    WHERE daily_picks.chosen_at IS NOT NULL AND ${isShown(hides)}
  )
  SELECT (SELECT approved_apps FROM catalogue) AS approved,
    (SELECT coalesce(json_object_agg(category, count), '{}')
      FROM (SELECT category, count(*) FROM seen GROUP BY category) AS counted) AS seen,
    (SELECT count(*)::int FROM liked) AS liked,
    (SELECT count(*)::int FROM liked WHERE id NOT IN (SELECT id FROM seen)) AS "newLiked",
    (SELECT count(*)::int FROM picked) AS picked,
    (SELECT count(*)::int FROM picked WHERE id NOT IN (SELECT id FROM seen)) AS "newPicked"`;

interface Numbers {
  approved: number;
  seen: Record<string, number>;
  liked: number;
  newLiked: number;
  picked: number;
  newPicked: number;
}

type Count = Pick<ListedDeck, 'apps' | 'newApps'>;

function countOf(deck: Deck, numbers: Numbers, byCategory: ReadonlyMap<string, number>): Count {
  const { approved, seen } = numbers;
  const unseen = Math.max(0, approved - Object.values(seen).reduce((sum, count) => sum + count, 0));
  switch (deck.kind) {
    case 'liked':
      return { apps: numbers.liked, newApps: numbers.newLiked };
    case 'today':
      return { apps: numbers.picked, newApps: numbers.newPicked };
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
  const [numbers, all, covers] = await Promise.all([
    run<Numbers>(db, { text: numbersSql(hidden.categories !== null), values: [id] }).then(one),
    counts.forceFetch(db),
    readCovers(db, decks, { viewerId: id, hides: hidden.categories !== null, readsLanguages }),
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

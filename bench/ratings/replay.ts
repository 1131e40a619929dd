import { FIRST_VIEWS } from '@zapdeck/contract/feed/first-views';
import { rankingScore } from '@zapdeck/contract/feed/ranking';
import { defaultAlgorithm, defaultWeights } from '@zapdeck/contract/instance/settings';
import { NEWCOMER_SHARE_MIN, type Place, recommend } from '@zapdeck/server/features/feed/recommend';
import { recommendForYou } from '@zapdeck/server/features/feed/recommend';
import { scoreForYou, smoothedLikeRate } from '@zapdeck/server/features/for-you/score';
import { sequence, shuffle } from '@zapdeck/server/testing/random';
import type { Rating } from './inst-eval.ts';
import { leadsOf, rankUnseen, strongestPairs } from './for-you.ts';

/** Cards that each person views in the replay. */
const VIEWS = 10;
/** People with fewer apps left view nearly all of them in any order. */
const LEFT_MIN = 2 * VIEWS;
/** Time that the specified formula counts for a card. */
const [LIKED_MS, PASSED_MS] = [20_000, 3_000];

export const SPECIFIED = 'specified score';
export const LIKE_RATE = 'like rate only';
export const FOR_YOU = 'for-you score';
export const DECK_BEST = 'deck best';
export const DECK_FOR_YOU = 'deck for-you';

/** Ways to halve a person's ratings: in the order of the data, by the semester of the lecture, or at random. */
export const splits = ['stored', 'semester', 'random'] as const;
export type Split = (typeof splits)[number];

/** A person's ratings: the known half, and the half to deal. */
interface Half {
  history: readonly Rating[];
  rest: readonly Rating[];
}

interface Known {
  upvotes: number;
  downvotes: number;
  views: number;
  timeSpent: number;
}

/** Returns the value that orders a person's apps, the highest first. */
type OrderOf = (person: Half) => (rating: Rating) => number;

/** Halves the ratings of each person, and leaves out people with few apps left. Lectures of the same semester are shuffled. */
function halve(
  ratings: readonly Rating[],
  { split, random }: { split: Split; random: () => number },
): { people: Half[]; history: Rating[] } {
  const halves = [...Map.groupBy(ratings, ({ person }) => person).values()].map((rated): Half => {
    const inOrder = split === 'stored' ? rated : shuffle([...rated], random);
    if (split === 'semester') inOrder.sort((one, other) => other.age - one.age);
    const middle = Math.floor(inOrder.length / 2);
    return { history: inOrder.slice(0, middle), rest: inOrder.slice(middle) };
  });
  return {
    people: halves.filter(({ rest }) => rest.length >= LEFT_MIN),
    history: halves.flatMap(({ history }) => history),
  };
}

function countKnown(history: readonly Rating[], apps: number): Known[] {
  const known = Array.from({ length: apps }, () => ({ upvotes: 0, downvotes: 0, views: 0, timeSpent: 1 }));
  for (const { app, isLiked, isDisliked } of history) {
    const counts = known[app] as Known;
    counts.views += 1;
    counts.upvotes += Number(isLiked);
    counts.downvotes += Number(isDisliked);
    counts.timeSpent += isLiked ? LIKED_MS : PASSED_MS;
  }
  return known;
}

/** Returns the liked apps of each person. */
const likesByPerson = (history: readonly Rating[]): number[][] =>
  [...Map.groupBy(history, ({ person }) => person).values()].map((rated) =>
    rated.flatMap(({ app, isLiked }) => (isLiked ? app : [])),
  );

/** Returns the order of a page. Apps without a place come last. */
function orderOfPage(places: readonly Place[]): ReturnType<OrderOf> {
  const ids = places.map(({ candidate }) => candidate.id);
  return ({ app }) => {
    const place = ids.indexOf(String(app));
    return place === -1 ? -ids.length : -place;
  };
}

/** Returns likes per view if each person views the first ten apps in this order. */
function likesPerView(people: readonly Half[], orderOf: OrderOf): number {
  const viewed = people.flatMap((person) => {
    const order = orderOf(person);
    const valued = person.rest.map((rating) => ({ rating, value: order(rating) }));
    return valued.sort((one, other) => other.value - one.value).slice(0, VIEWS);
  });
  return viewed.filter(({ rating }) => rating.isLiked).length / viewed.length;
}

/** Replays ratings in different orders. Returns likes per view by order. */
export function replayRatings(
  ratings: readonly Rating[],
  { split, seed }: { split: Split; seed: number },
): Record<string, number> {
  const random = sequence(seed);
  const { people, history } = halve(ratings, { split, random });
  const apps = Math.max(...ratings.map(({ app }) => app)) + 1;
  const known = countKnown(history, apps);
  const pairs = strongestPairs(likesByPerson(history), apps);
  const average = history.filter(({ isLiked }) => isLiked).length / history.length;
  const countsOf = ({ app }: Rating) => {
    const { upvotes: likes, views } = known[app] as Known;
    return { likes, views };
  };
  const appOf = (rating: Rating) => ({
    ...countsOf(rating),
    id: String(rating.app),
    category: String(rating.category),
  });
  const specified: OrderOf = () => (rating) => rankingScore(known[rating.app] as Known, defaultWeights);
  const candidatesOf = (person: Half) => {
    const order = specified(person);
    const fresh = person.rest.toSorted((one, other) => order(other) - order(one)).map(appOf);
    const newcomers = person.rest.map(appOf).filter(({ views }) => views < FIRST_VIEWS);
    return { fresh, newcomers, newcomerShare: NEWCOMER_SHARE_MIN, recycled: [], isRecycling: false };
  };
  const likesOf = ({ history: own }: Half) => own.filter(({ isLiked }) => isLiked);
  const leadsFor = (person: Half) =>
    leadsOf(
      likesOf(person).map(({ app }) => app),
      pairs,
    );
  const orders: Record<string, OrderOf> = {
    [SPECIFIED]: specified,
    random: () => random,
    [LIKE_RATE]: () => (rating) => smoothedLikeRate(countsOf(rating), average),
    [FOR_YOU]: (person) => {
      const leads = leadsFor(person);
      return (rating) => {
        const lifts = (leads.get(rating.app) ?? []).map(({ lift }) => lift);
        return scoreForYou(countsOf(rating), { average, lifts }).score;
      };
    },
    [DECK_BEST]: (person) => orderOfPage(recommend(candidatesOf(person), defaultAlgorithm)),
    [DECK_FOR_YOU]: (person) => {
      const leads = leadsFor(person);
      const led = person.rest.flatMap((rating) => {
        const toApp = leads.get(rating.app);
        return toApp ? [[appOf(rating), toApp] as const] : [];
      });
      const { fresh, ...candidates } = candidatesOf(person);
      const likedIn = likesOf(person).map(({ category }) => String(category));
      const ranked = rankUnseen(fresh, led, likedIn);
      return orderOfPage(recommendForYou({ ...candidates, ranked, unwanted: [] }, defaultAlgorithm));
    },
  };
  return Object.fromEntries(
    Object.entries(orders).map(([name, order]) => [name, likesPerView(people, order)]),
  );
}

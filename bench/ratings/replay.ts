import { rankingScore } from '@zapdeck/contract/ranking';
import { defaultWeights } from '@zapdeck/contract/settings';
import { scoreForYou, smoothedLikeRate } from '@zapdeck/server/features/for-you/score';
import { sequence } from '@zapdeck/server/testing/random';
import type { Rating } from './inst-eval.ts';
import { leadsOf, PairCounter } from './pair-apps.ts';
import { shuffle } from './shuffle.ts';

/** Cards that each person views in the replay. */
const VIEWS = 10;
/** Time that the specified formula counts for a card. */
const [LIKED_MS, PASSED_MS] = [20_000, 3_000];

export const SPECIFIED = 'specified score';
export const LIKE_RATE = 'like rate only';
export const FOR_YOU = 'for-you score';

/** A person's ratings, the oldest lecture first: what is known, and what is dealt. */
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

/**
 * Halves the ratings of each person who then has more than ten to be dealt. All others view the same apps in any order.
 * Lectures of the same semester are shuffled.
 */
function halve(ratings: readonly Rating[], random: () => number): { people: Half[]; history: Rating[] } {
  const halves = [...Map.groupBy(ratings, ({ person }) => person).values()].map((rated): Half => {
    const inOrder = shuffle([...rated], random).sort((one, other) => other.age - one.age);
    const middle = Math.floor(inOrder.length / 2);
    return { history: inOrder.slice(0, middle), rest: inOrder.slice(middle) };
  });
  return {
    people: halves.filter(({ rest }) => rest.length > VIEWS),
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

function countPairs(history: readonly Rating[], apps: number): PairCounter {
  const counter = new PairCounter(apps);
  for (const rated of Map.groupBy(history, ({ person }) => person).values()) {
    const likes: number[] = [];
    for (const { app } of rated.filter(({ isLiked }) => isLiked)) {
      counter.add(app, likes);
      likes.push(app);
    }
  }
  return counter;
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
export function replayRatings(ratings: readonly Rating[], seed: number): Record<string, number> {
  const random = sequence(seed);
  const { people, history } = halve(ratings, random);
  const apps = Math.max(...ratings.map(({ app }) => app)) + 1;
  const known = countKnown(history, apps);
  const pairs = countPairs(history, apps).strongest();
  const average = history.filter(({ isLiked }) => isLiked).length / history.length;
  const countsOf = ({ app }: Rating) => {
    const { upvotes: likes, views } = known[app] as Known;
    return { likes, views };
  };
  const orders: Record<string, OrderOf> = {
    [SPECIFIED]: () => (rating) => rankingScore(known[rating.app] as Known, defaultWeights),
    random: () => random,
    [LIKE_RATE]: () => (rating) => smoothedLikeRate(countsOf(rating), average),
    [FOR_YOU]: ({ history: own }) => {
      const likes = own.filter(({ isLiked }) => isLiked).map(({ app }) => app);
      const leads = leadsOf(likes, pairs);
      return (rating) => scoreForYou(countsOf(rating), { average, leads: leads.get(rating.app) ?? [] }).score;
    },
  };
  return Object.fromEntries(
    Object.entries(orders).map(([name, order]) => [name, likesPerView(people, order)]),
  );
}

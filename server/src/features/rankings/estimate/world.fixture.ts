import { defaultAlgorithm, defaultWeights } from '@zapdeck/contract/settings';
import type { RecordedPerson } from './estimate-likes.ts';
import type { Catalogue, RankingSettings } from './replay-visits.ts';
import { sequence } from './sequence.ts';

export const present: RankingSettings = { params: defaultAlgorithm, weights: defaultWeights };
const [APPS, PEOPLE, DAYS] = [60, 40, 3];
const categories = ['Games', 'News', 'Music', 'Science'];

/** Makes apps, each better than the next one, and the visits of people who look at their first cards. */
export function makeWorld(seed: number): { people: RecordedPerson[]; catalogue: Catalogue } {
  const random = sequence(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const apps = Array.from({ length: APPS }, (_, app) => {
    const views = 50 + below(200);
    const likeRate = 0.6 - app / 100 - 0.05 * random();
    const growth = 1 + random();
    return {
      category: categories[below(categories.length)] ?? '',
      approvedAt: app % 10 === 0 ? random() * DAYS : -Infinity,
      usual: { mean: likeRate, error: 0.01 },
      counters: Array.from({ length: DAYS + 1 }, (__, day) => {
        const seen = Math.round(views * growth ** day);
        const upvotes = Math.round(seen * likeRate);
        return { views: seen, upvotes, downvotes: below(5), timeSpent: seen * 5_000 };
      }),
    };
  });
  const people = Array.from({ length: PEOPLE }, (): RecordedPerson => {
    const visits = Array.from({ length: 1 + below(4) }, () => ({
      at: random() * DAYS,
      places: 1 + below(30),
      newcomers: [below(APPS / 2), APPS / 2 + below(APPS / 2)],
      newcomerShare: 0.1,
    })).sort((one, other) => one.at - other.at);
    return {
      visits,
      seenElsewhere: Array.from({ length: below(20) }, () => ({
        app: below(APPS),
        at: random() * DAYS,
      })).sort((one, other) => one.at - other.at),
      hidden: new Set([below(APPS)]),
      looks: Array.from({ length: 20 }, () => {
        const app = below(APPS);
        return { app, isLiked: random() < (apps[app]?.usual.mean ?? 0) };
      }),
      repeats: { cards: 3, likes: below(2) },
    };
  });
  const catalogue = { apps, approved: APPS, times: [0, 1, 2, 3], peoplePerPerson: 5 };
  return { people, catalogue };
}

export const noPause = () => Promise.resolve();

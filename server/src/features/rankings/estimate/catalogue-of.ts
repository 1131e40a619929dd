import { fitPrior, smoothedRate } from './like-prior.ts';
import type { CountedApp } from './read-catalogue.ts';
import type { Catalogue, CataloguedApp, Counters } from './replay-visits.ts';

/** UTC dates of the recorded days, the earliest first, and the time at which the last one was read, in milliseconds. */
interface RecordedTime {
  days: readonly string[];
  now: number;
}

/**
 * Returns the counters of an app at the beginning of each day, and the current ones. Subtracts later votes and views. The time
 * spent is not known per day. It is assumed to grow with the views.
 */
function countersOf(app: CountedApp, days: readonly string[]): Counters[] {
  const { upvotes, downvotes, views, timeSpent, changes } = app;
  const atBeginning = days.map((day) => {
    const since = { upvotes, downvotes, views };
    for (const [changed, up, down, viewed] of changes) {
      if (changed < day) continue;
      since.upvotes -= up;
      since.downvotes -= down;
      since.views -= viewed;
    }
    const left = Math.max(0, since.views);
    return { ...since, views: left, timeSpent: views === 0 ? timeSpent : (timeSpent * left) / views };
  });
  return [...atBeginning, { upvotes, downvotes, views, timeSpent }];
}

/** Returns the catalogue for a replay. Apps without a time of approval count as approved before the first day. */
export function catalogueOf(
  apps: readonly CountedApp[],
  { days, now }: RecordedTime,
  { approved, peoplePerPerson }: Pick<Catalogue, 'approved' | 'peoplePerPerson'>,
): Catalogue {
  const counted = apps.map(({ upvotes, views }) => ({ likes: upvotes, cards: Math.max(upvotes, views) }));
  const prior = fitPrior(counted);
  return {
    apps: apps.map(
      (app, index): CataloguedApp => ({
        category: app.category,
        approvedAt: app.approvedAt ?? -Infinity,
        counters: countersOf(app, days),
        usual: smoothedRate(counted[index] ?? { likes: 0, cards: 0 }, prior),
      }),
    ),
    approved,
    times: [...days.map((day) => Date.parse(day)), now],
    peoplePerPerson,
  };
}

import { scoreForYou } from './score.ts';

/** An app that the deck `for-you` can deal as unseen. */
export interface UnseenApp {
  id: string;
  category: string;
  /** Trusted likes and views, by their weights. */
  likes: number;
  views: number;
}

/** Lifts that lead the viewer to an app. */
interface Leads {
  /** The liked app with the strongest lift. */
  lead: string;
  /** The strongest lifts from liked apps. */
  lifts: readonly number[];
  /** The strongest lifts from avoided apps. */
  against: readonly number[];
}

/** Input of the ranking, from the likes of a viewer. */
export interface ViewersTaste {
  /** Lifts by the id of the app that likes lead to. */
  leads: ReadonlyMap<string, Leads>;
  /** Number of the viewer's latest likes by category. */
  likesByCategory: Readonly<Record<string, number>>;
}

/** An app after ranking. */
export interface RankedApp {
  id: string;
  category: string;
  /** True if a like of the viewer leads to it. */
  isLed: boolean;
  /** The liked app that leads to it. Undefined if the like rate contributes more. */
  because?: string;
}

/** Returns the like rate of all these apps together. One like and five views are added, so that it is never 0 or 1. */
function averageOf(apps: readonly UnseenApp[]): number {
  const likes = apps.reduce((sum, app) => sum + app.likes, 1);
  const views = apps.reduce((sum, app) => sum + Math.max(app.likes, app.views), 5);
  return likes / views;
}

/**
 * Returns the apps by score, best first. Of equal scores, the app in the category with more likes comes first. Otherwise the order
 * stays.
 */
export function rankForYou(
  apps: readonly UnseenApp[],
  { leads, likesByCategory }: ViewersTaste,
): RankedApp[] {
  const average = averageOf(apps);
  return apps
    .map(({ id, category, likes, views }) => {
      const led = leads.get(id);
      const evidence = { average, lifts: led?.lifts ?? [], against: led?.against ?? [] };
      const { score, isForTaste } = scoreForYou({ likes, views }, evidence);
      const isLed = led !== undefined;
      const ranked = { id, category, isLed, ...(isLed && isForTaste && { because: led.lead }) };
      return { ranked, score, likesInCategory: likesByCategory[category] ?? 0 };
    })
    .toSorted((one, other) => other.score - one.score || other.likesInCategory - one.likesInCategory)
    .map(({ ranked }) => ranked);
}

import { scoreForYou } from './score.ts';

export interface UnseenApp {
  id: string;
  category: string;
  likes: number;
  views: number;
}

interface Leads {
  lead: string;
  lifts: readonly number[];
  against: readonly number[];
}

export interface ViewersTaste {
  /** By the id of the app that likes lead to. */
  leads: ReadonlyMap<string, Leads>;
  likesByCategory: Readonly<Record<string, number>>;
}

export interface RankedApp {
  id: string;
  category: string;
  isLed: boolean;
  /** The liked app that leads to this app. Undefined if the like rate contributes more to the score. */
  because?: string;
}

/** Returns the common like rate of these apps. One like and five views are added, so it is never 0 or 1. */
function averageOf(apps: readonly UnseenApp[]): number {
  const likes = apps.reduce((sum, app) => sum + app.likes, 1);
  const views = apps.reduce((sum, app) => sum + Math.max(app.likes, app.views), 5);
  return likes / views;
}

/** Returns the apps by score, highest first. Equal scores are ordered by the viewer's likes in the category. */
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

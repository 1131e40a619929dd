import { categories } from '@zapdeck/contract/apps/categories';
import type { Candidate } from '@zapdeck/server/features/feed/recommend';

/** Assumptions about users and apps. The document lists them in words. */
export interface Assumptions {
  sessionsPerPerson: number;
  initialShare: number;
  /** Quality is a uniform random number to this power: 1 is an even distribution, 2 means few good apps. */
  qualityPower: number;
  /** Factor on quality outside of a user's favourite categories. */
  offTaste: number;
}

export const assumed: Assumptions = {
  sessionsPerPerson: 8,
  initialShare: 0.5,
  qualityPower: 2,
  offTaste: 0.4,
};

const LAST_ARRIVAL_H = 144;
const FAVOURITES = 4;

/** An app with the numbers that the feed counts. */
export interface CountedApp extends Candidate {
  approvalNo: number;
  approvedAtH: number;
  establishedAtH: number | null;
  score: number;
  views: number;
  upvotes: number;
  downvotes: number;
  timeSpent: number;
}

export interface SimulatedApp extends CountedApp {
  quality: number;
}

/** Apps that a viewer has seen. */
export interface Viewer {
  /** Indexed by approval number. */
  hasSeen: Uint8Array;
  /** Approval numbers, least recently viewed first. */
  seen: Set<number>;
}

interface SimulatedPerson extends Viewer {
  favourites: ReadonlySet<string>;
}

export const makeCounts = (approvalNo: number, category: string, approvedAtH: number): CountedApp => ({
  id: String(approvalNo),
  category,
  score: 0,
  upvotes: 0,
  downvotes: 0,
  views: 0,
  timeSpent: 1,
  approvalNo,
  approvedAtH,
  establishedAtH: null,
});

export const makeViewer = (apps: number): Viewer => ({ hasSeen: new Uint8Array(apps), seen: new Set() });

const categoryBy = (random: () => number) => categories[Math.floor(random() * categories.length)] ?? 'Other';

export function makeApps(
  count: number,
  { initialShare, qualityPower }: Assumptions,
  random: () => number,
): SimulatedApp[] {
  const initial = count * initialShare;
  const arrivalOf = (no: number) =>
    no < initial ? 0 : ((no - initial) / (count - initial)) * LAST_ARRIVAL_H;
  return Array.from({ length: count }, (_, approvalNo) => ({
    ...makeCounts(approvalNo, categoryBy(random), arrivalOf(approvalNo)),
    quality: random() ** qualityPower,
  }));
}

export function makePeople(count: number, apps: number, random: () => number): SimulatedPerson[] {
  return Array.from({ length: count }, () => ({
    favourites: new Set(Array.from({ length: FAVOURITES }, () => categoryBy(random))),
    ...makeViewer(apps),
  }));
}

const LIKED_MS = 20_000;
const PASSED_MS = 3_000;
/** Base probability of a like, and its increase by quality. */
const [LIKED_ANYWAY, LIKED_FOR_QUALITY] = [0.02, 0.6];
const DISLIKED = 0.05;

/** Counts a view. Only a viewer's first view can give a vote: a like if the app `pleases`. */
export function countView(
  { hasSeen, seen }: Viewer,
  app: CountedApp,
  { pleases, random }: { pleases: boolean; random: () => number },
): { isLiked: boolean; isRepeat: boolean } {
  const isRepeat = hasSeen[app.approvalNo] === 1;
  app.views += 1;
  app.timeSpent += pleases ? LIKED_MS : PASSED_MS;
  if (isRepeat) seen.delete(app.approvalNo);
  else if (pleases) app.upvotes += 1;
  else if (random() < DISLIKED) app.downvotes += 1;
  hasSeen[app.approvalNo] = 1;
  seen.add(app.approvalNo);
  return { isLiked: pleases && !isRepeat, isRepeat };
}

/** Simulates a view by a person with favourite categories. */
export function simulateView(
  person: SimulatedPerson,
  app: SimulatedApp,
  { offTaste, random }: { offTaste: number; random: () => number },
): { isLiked: boolean; isRepeat: boolean } {
  const match = person.favourites.has(app.category) ? 1 : offTaste;
  const pleases = random() < LIKED_ANYWAY + LIKED_FOR_QUALITY * app.quality * match;
  return countView(person, app, { pleases, random });
}

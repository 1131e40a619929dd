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
export interface SimulatedApp extends Candidate {
  approvalNo: number;
  approvedAtH: number;
  establishedAtH: number | null;
  quality: number;
  score: number;
  views: number;
  upvotes: number;
  downvotes: number;
  timeSpent: number;
}

export interface SimulatedPerson {
  favourites: ReadonlySet<string>;
  /** True for apps that the person has seen, by approval number. */
  hasSeen: Uint8Array;
  /** Approval numbers of seen apps, least recently viewed first. */
  seen: Set<number>;
}

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
    id: String(approvalNo),
    category: categoryBy(random),
    approvalNo,
    approvedAtH: arrivalOf(approvalNo),
    establishedAtH: null,
    score: 0,
    upvotes: 0,
    downvotes: 0,
    views: 0,
    timeSpent: 1,
    quality: random() ** qualityPower,
  }));
}

export function makePeople(count: number, apps: number, random: () => number): SimulatedPerson[] {
  return Array.from({ length: count }, () => ({
    favourites: new Set(Array.from({ length: FAVOURITES }, () => categoryBy(random))),
    hasSeen: new Uint8Array(apps),
    seen: new Set(),
  }));
}

const LIKED_MS = 20_000;
const PASSED_MS = 3_000;
/** Base probability of a like, and its increase by quality. */
const [LIKED_ANYWAY, LIKED_FOR_QUALITY] = [0.02, 0.6];
const DISLIKED = 0.05;

/** Counts a view. Only the first view of an app by a person can give a vote. */
export function simulateView(
  { favourites, hasSeen, seen }: SimulatedPerson,
  app: SimulatedApp,
  { offTaste, random }: { offTaste: number; random: () => number },
): { isLiked: boolean; isRepeat: boolean } {
  const match = favourites.has(app.category) ? 1 : offTaste;
  const pleases = random() < LIKED_ANYWAY + LIKED_FOR_QUALITY * app.quality * match;
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

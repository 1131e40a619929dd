import { categories } from '@zapdeck/contract/apps';
import type { Candidate } from '@zapdeck/server/features/feed/recommend';

/** What is taken for granted about people and apps; the document has them in words. */
export interface Assumptions {
  /** Sittings of a person in the week, on average. */
  sessionsPerPerson: number;
  /** Of the apps, those that are there when the week begins. */
  initialShare: number;
  /** Quality is a chance to this power: 1 is as many good ones as bad ones, 2 is few good ones. */
  qualityPower: number;
  /** How much of an app's quality is left for somebody who does not care for its category. */
  offTaste: number;
}

export const assumed: Assumptions = {
  sessionsPerPerson: 8,
  initialShare: 0.5,
  qualityPower: 2,
  offTaste: 0.4,
};

/** Apps are approved through the week, but for its last day. */
const LAST_ARRIVAL_H = 144;
const FAVOURITES = 4;

export interface SimulatedApp extends Candidate {
  approvalNo: number;
  quality: number;
  approvedAtH: number;
  /** When it had its first hundred views; null while it has not. */
  establishedAtH: number | null;
  score: number;
  views: number;
  upvotes: number;
  downvotes: number;
  timeSpent: number;
}

export interface SimulatedPerson {
  favourites: ReadonlySet<string>;
  /** By approval number. */
  hasSeen: Uint8Array;
  /** Approval numbers of what was seen, least recently viewed first. */
  seen: Set<number>;
}

const categoryBy = (random: () => number) => categories[Math.floor(random() * categories.length)] ?? 'Other';

/** Apps in the order of their approval, which is their place in the list. */
export function makeApps(
  count: number,
  { initialShare, qualityPower }: Assumptions,
  random: () => number,
): SimulatedApp[] {
  const initial = count * initialShare;
  return Array.from({ length: count }, (_, approvalNo) => ({
    id: String(approvalNo),
    category: categoryBy(random),
    score: 0,
    upvotes: 0,
    downvotes: 0,
    views: 0,
    timeSpent: 1,
    approvalNo,
    quality: random() ** qualityPower,
    approvedAtH: approvalNo < initial ? 0 : ((approvalNo - initial) / (count - initial)) * LAST_ARRIVAL_H,
    establishedAtH: null,
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
/** The chance to like anything at all, and what quality adds to it. */
const [LIKED_ANYWAY, LIKED_FOR_QUALITY] = [0.02, 0.6];
const DISLIKED = 0.05;

/** What somebody makes of an app that they look at, and what the app gets of it. A repeat is never liked again. */
export function lookAt(
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

import { type Evidence, prepareEvidence } from './evidence.ts';
import {
  BEYOND_CHANCE,
  BYSTANDER_SHARE,
  BYSTANDERS_PER_MEMBER,
  COMMON_SHARE,
  GROUP_MAKERS_MIN,
  GROUP_MEMBERS_MIN,
  MEMBER_SHARE,
  SURPRISE_MIN,
} from './group-limits.ts';
import { type Likes, listOf } from './likes.ts';
import { MakerCounter } from './maker-counter.ts';

export interface Member {
  account: number;
  /** Number of makers of common apps that the account likes. */
  observed: number;
  /** The number that the popularity of these apps lets expect. */
  expected: number;
}

export interface Group {
  members: Member[];
  apps: number[];
  makers: number;
}

/** Returns x so that the probability of observing so many by chance is at most e⁻ˣ: Chernoff’s bound of a Poisson distribution. */
function surpriseOf(observed: number, expected: number): number {
  return observed <= expected ? 0 : observed * Math.log(observed / expected) - (observed - expected);
}

/** Returns the apps that enough of the accounts like. Apps of one maker stand together. */
function commonApps({ liked, makers }: Evidence, accounts: readonly number[]): Omit<Group, 'members'> {
  const counts = new Map<number, number>();
  for (const account of accounts)
    for (const app of listOf(liked, account)) counts.set(app, (counts.get(app) ?? 0) + 1);
  const apps = [...counts.keys()]
    .filter((app) => (counts.get(app) ?? 0) >= COMMON_SHARE * accounts.length)
    .sort((a, b) => (makers[a] ?? 0) - (makers[b] ?? 0) || a - b);
  return { apps, makers: new Set(apps.map((app) => makers[app])).size };
}

/** Returns the accounts that the counter has found to like enough of the makers of the apps. */
function likeMinded(
  evidence: Evidence,
  counter: MakerCounter,
  apps: ArrayLike<number>,
  makersMin: number,
): Member[] {
  const expectedPerLike = evidence.expectedPerLike(apps);
  const enough = counter.touched.filter((account) => counter.countOf(account) >= makersMin);
  return enough.map((account) => ({
    account,
    observed: counter.countOf(account),
    expected: expectedPerLike * listOf(evidence.liked, account).length,
  }));
}

/** Returns accounts with surprisingly many likes in common with this one. */
function findNear(account: number, evidence: Evidence, counter: MakerCounter): number[] {
  const own = listOf(evidence.liked, account);
  if (own.length < GROUP_MAKERS_MIN) return [];
  counter.count(evidence, own);
  return likeMinded(evidence, counter, own, GROUP_MAKERS_MIN)
    .filter(({ observed, expected }) => surpriseOf(observed, expected) >= SURPRISE_MIN)
    .map((near) => near.account);
}

/** Returns true if hardly any accounts like some of the common apps only, as in no group that shares a taste. */
function isApart(counter: MakerCounter, { makers, members }: Group): boolean {
  const isBystander = (count: number) => count >= BYSTANDER_SHARE * makers && count < MEMBER_SHARE * makers;
  const bystanders = counter.touched.filter((account) => isBystander(counter.countOf(account)));
  return bystanders.length <= BYSTANDERS_PER_MEMBER * members.length;
}

function findAround(account: number, evidence: Evidence, counter: MakerCounter): Group | undefined {
  let accounts = findNear(account, evidence, counter);
  let group: Group | undefined;
  // The second round finds common apps that the first accounts do not like.
  for (let round = 0; round < 2; round += 1) {
    if (accounts.length < GROUP_MEMBERS_MIN) return undefined;
    const common = commonApps(evidence, accounts);
    if (common.makers < GROUP_MAKERS_MIN) return undefined;
    counter.count(evidence, common.apps);
    const makersMin = Math.max(GROUP_MAKERS_MIN, MEMBER_SHARE * common.makers);
    const members = likeMinded(evidence, counter, common.apps, makersMin).filter(
      ({ observed, expected }) => observed >= BEYOND_CHANCE * expected,
    );
    group = { ...common, members };
    if (!isApart(counter, group)) return undefined;
    accounts = members.map((member) => member.account);
  }
  return group;
}

/**
 * Finds groups of accounts that like most of the same apps, far beyond chance. Each account is in at most one group.
 */
export function findGroups(likes: Likes): Group[] {
  const evidence = prepareEvidence(likes);
  const counter = new MakerCounter(likes.accounts);
  const isGrouped = new Uint8Array(likes.accounts);
  const groups: Group[] = [];
  for (let account = 0; account < likes.accounts; account += 1) {
    if (isGrouped[account] === 1) continue;
    const found = findAround(account, evidence, counter);
    const members = found?.members.filter((member) => isGrouped[member.account] === 0) ?? [];
    if (!found || members.length < GROUP_MEMBERS_MIN) continue;
    for (const member of members) isGrouped[member.account] = 1;
    groups.push({ ...found, members });
  }
  return groups;
}

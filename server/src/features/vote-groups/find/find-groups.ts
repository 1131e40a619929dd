import { type GroupEvidence, prepareEvidence } from './evidence.ts';
import {
  BEYOND_CHANCE,
  BYSTANDER_SHARE,
  BYSTANDERS_PER_MEMBER,
  COMMON_SHARE,
  GROUP_MAKERS_MIN,
  GROUP_MEMBERS_MIN,
} from './group-limits.ts';
import { type Likes, listOf } from './likes.ts';

class MakerCounter {
  readonly touched: number[] = [];
  readonly #counts: Int32Array;
  readonly #lastTurn: Int32Array;
  #turn = 0;

  constructor(accounts: number) {
    this.#counts = new Int32Array(accounts);
    this.#lastTurn = new Int32Array(accounts);
  }

  countOf(account: number): number {
    return this.#counts[account] ?? 0;
  }

  /** Starts again with these apps, which must be sorted by maker. */
  count({ likers, makers }: GroupEvidence, apps: ArrayLike<number>): void {
    for (const account of this.touched) this.#counts[account] = 0;
    this.touched.length = 0;
    let maker = -1;
    for (let at = 0; at < apps.length; at += 1) {
      const app = apps[at] ?? 0;
      if (makers[app] !== maker) this.#turn += 1;
      maker = makers[app] ?? 0;
      const some = listOf(likers, app);
      for (let place = 0; place < some.length; place += 1) this.#add(some[place] ?? 0);
    }
  }

  #add(account: number): void {
    if (this.#lastTurn[account] === this.#turn) return;
    this.#lastTurn[account] = this.#turn;
    if (this.#counts[account] === 0) this.touched.push(account);
    this.#counts[account] = (this.#counts[account] ?? 0) + 1;
  }
}

interface Member {
  account: number;
  observed: number;
  expected: number;
}

export interface Group {
  members: Member[];
  apps: number[];
  makers: number;
}

/** Returns x: the probability of this by chance is at most e⁻ˣ (Chernoff bound of a Poisson distribution). */
function surpriseOf(observed: number, expected: number): number {
  return observed <= expected ? 0 : observed * Math.log(observed / expected) - (observed - expected);
}

function commonApps({ liked, makers }: GroupEvidence, accounts: readonly number[]): Omit<Group, 'members'> {
  const counts = new Map<number, number>();
  for (const account of accounts)
    for (const app of listOf(liked, account)) counts.set(app, (counts.get(app) ?? 0) + 1);
  const apps = [...counts.keys()]
    .filter((app) => (counts.get(app) ?? 0) >= COMMON_SHARE * accounts.length)
    .sort((a, b) => (makers[a] ?? 0) - (makers[b] ?? 0) || a - b);
  return { apps, makers: new Set(apps.map((app) => makers[app])).size };
}

const sizeOf = (evidence: GroupEvidence, account: number): number => listOf(evidence.liked, account).length;

function likesOf({ counts }: GroupEvidence, apps: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < apps.length; at += 1) sum += counts[apps[at] ?? 0] ?? 0;
  return sum;
}

/** Counts at least one like, so that the share is never 0. */
const shareOf = (likes: number, total: number): number => Math.max(1, likes) / Math.max(1, total);

/** Returns accounts with surprisingly many likes in common with this one. Ignores the likes of the two themselves. */
function findNear(account: number, evidence: GroupEvidence, counter: MakerCounter): number[] {
  const own = listOf(evidence.liked, account);
  if (own.length < GROUP_MAKERS_MIN) return [];
  counter.count(evidence, own);
  const likes = likesOf(evidence, own) - own.length;
  return counter.touched.filter((near) => {
    const observed = counter.countOf(near);
    if (observed < GROUP_MAKERS_MIN) return false;
    const size = sizeOf(evidence, near);
    const expected = size * shareOf(likes - observed, evidence.total - own.length - size);
    return surpriseOf(observed, expected) >= evidence.limits.surpriseMin;
  });
}

function popularityOf(evidence: GroupEvidence, apps: readonly number[], own: readonly number[]): number {
  const isCounted = new Set(apps);
  let likes = likesOf(evidence, apps);
  let { total } = evidence;
  for (const account of own) {
    const liked = listOf(evidence.liked, account);
    total -= liked.length;
    for (const app of liked) if (isCounted.has(app)) likes -= 1;
  }
  return shareOf(likes, total);
}

/** Returns accounts that like enough makers of the common apps, far beyond chance. `near` share these apps. */
function findMembers(
  evidence: GroupEvidence,
  counter: MakerCounter,
  { apps, makers }: Omit<Group, 'members'>,
  near: readonly number[],
): Member[] {
  const { expectsOwnLikes, memberShare } = evidence.limits;
  const share = popularityOf(evidence, apps, expectsOwnLikes ? [] : near);
  const makersMin = Math.max(GROUP_MAKERS_MIN, memberShare * makers);
  return counter.touched
    .filter((account) => counter.countOf(account) >= makersMin)
    .map((account) => ({
      account,
      observed: counter.countOf(account),
      expected: share * sizeOf(evidence, account),
    }))
    .filter(({ observed, expected }) => observed >= BEYOND_CHANCE * expected);
}

/** Returns true if few other accounts like only some of the common apps. In a group that shares a taste, many do. */
function isApart({ limits }: GroupEvidence, counter: MakerCounter, { makers, members }: Group): boolean {
  const isBystander = (count: number) =>
    count >= BYSTANDER_SHARE * makers && count < limits.memberShare * makers;
  const bystanders = counter.touched.filter((account) => isBystander(counter.countOf(account)));
  return bystanders.length <= BYSTANDERS_PER_MEMBER * members.length;
}

function findAround(account: number, evidence: GroupEvidence, counter: MakerCounter): Group | undefined {
  let accounts = findNear(account, evidence, counter);
  let group: Group | undefined;
  // The second round finds common apps that the first accounts do not like.
  for (let round = 0; round < 2; round += 1) {
    if (accounts.length < GROUP_MEMBERS_MIN) return undefined;
    const common = commonApps(evidence, accounts);
    if (common.makers < GROUP_MAKERS_MIN) return undefined;
    counter.count(evidence, common.apps);
    group = { ...common, members: findMembers(evidence, counter, common, accounts) };
    if (!isApart(evidence, counter, group)) return undefined;
    accounts = group.members.map((member) => member.account);
  }
  return group;
}

/** Finds groups of accounts that like most of the same apps, far beyond chance. An account is in at most one group. */
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

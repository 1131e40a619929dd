import { categories } from '@zapdeck/contract/apps/categories';
import type { Category } from '@zapdeck/contract/apps/listing';
import { FIRST_VIEWS } from '@zapdeck/contract/feed/first-views';
import { newId } from '@zapdeck/server/db/columns';
import { sequence } from '@zapdeck/server/testing/random';
import type pg from 'pg';
import { assumed, makeApps, makePeople, simulateView } from '../simulation/simulated-world.ts';

export interface Size {
  apps: number;
  members: number;
  visitsPerDay: number;
  days: number;
  seed: number;
}

/** A time of simulated visits, in milliseconds since 1970. */
export interface Span {
  start: number;
  end: number;
}

export const START = Date.UTC(2026, 0, 5);
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const APPS_PER_MAKER = 5;
/** Members who share one network. */
const SCHOOL = 40;
const APPROVAL_STEP_MS = 60_000;

export type InstanceApp = ReturnType<typeof makeApps>[number] & { appId: string };
export type Member = ReturnType<typeof makePeople>[number] & { userId: string; address: string };

/** An instance with its apps, by approval number, and its members. */
export interface Instance {
  size: Size;
  apps: readonly InstanceApp[];
  byId: ReadonlyMap<string, InstanceApp>;
  members: readonly Member[];
}

/** Returns an address in a network of its own for each number. */
export const addressOf = (network: number): string =>
  `${20 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}.7`;

export const titleOf = (approvalNo: number): string => `Zap ${1_000_000 + approvalNo}`;
export const tagOf = (approvalNo: number): string => `tag-${approvalNo}`;
export const handleOf = (approvalNo: number): string => `maker-${Math.floor(approvalNo / APPS_PER_MAKER)}`;

/** The people of `simulated-world`, each with an account. */
export function makeMembers(count: number, apps: number, random: () => number): Member[] {
  return makePeople(count, apps, random).map((person, index) => ({
    ...person,
    userId: newId(),
    address: addressOf(index < SCHOOL ? 0 : index),
  }));
}

const ADD_MEMBERS = `INSERT INTO users (id, email, first_name, created_at, email_verified_at)
  SELECT id, 'member-' || n || '@example.org', 'Robin', $2, $2 FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, n)`;
const ADD_MAKERS = `INSERT INTO users (id, email, first_name, handle, created_at, email_verified_at)
  SELECT gen_random_uuid(), handle || '@example.org', 'Kim', handle, $2, $2 FROM unnest($1::text[]) AS handle`;
const ADD_APPS = `INSERT INTO apps (id, title, description, url, category, tags, submitted_by, status, created_at, frame_status,
    frame_checked_at, views, upvotes, language)
  SELECT made.id, title, 'An app of the simulation.', 'https://app-' || n || '.example.org/', category, ARRAY[tag], users.id,
    'approved', to_timestamp($6::float8 / 1000 + n * ${APPROVAL_STEP_MS / 1_000}), 'ok', to_timestamp($6::float8 / 1000),
    ${FIRST_VIEWS}, likes, 'en'
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $7::int[])
      WITH ORDINALITY AS made (id, title, category, tag, handle, likes, n) JOIN users USING (handle) ORDER BY n`;

/** Returns how many of the first people who view an app like it. They leave no rows. */
function likesOfFirstViews(app: InstanceApp, { apps }: Size, random: () => number): number {
  const viewers = makePeople(FIRST_VIEWS, apps, random);
  const likes = viewers.filter((person) => simulateView(person, { ...app }, { ...assumed, random }).isLiked);
  return likes.length;
}

/** Fills an empty database with apps and members. All of them are older than the simulated days. */
export async function addInstance(pool: pg.Pool, size: Size): Promise<Instance> {
  const random = sequence(size.seed);
  const apps = makeApps(size.apps, { ...assumed, initialShare: 1 }, random).map((app) => ({
    ...app,
    appId: newId(),
  }));
  const members = makeMembers(size.members, size.apps, random);
  const before = new Date(START - 60 * DAY_MS);
  await pool.query(ADD_MEMBERS, [members.map(({ userId }) => userId), before]);
  await pool.query(ADD_MAKERS, [[...new Set(apps.map(({ approvalNo }) => handleOf(approvalNo)))], before]);
  await pool.query(ADD_APPS, [
    apps.map(({ appId }) => appId),
    apps.map(({ approvalNo }) => titleOf(approvalNo)),
    apps.map(({ category }) => category),
    apps.map(({ approvalNo }) => tagOf(approvalNo)),
    apps.map(({ approvalNo }) => handleOf(approvalNo)),
    before.getTime(),
    apps.map((app) => likesOfFirstViews(app, size, random)),
  ]);
  await pool.query('ANALYZE');
  return { size, apps, members, byId: new Map(apps.map((app) => [app.appId, app])) };
}

/** Returns a category that the person likes. */
export const favouriteOf = (person: Pick<Member, 'favourites'>, random: () => number): Category => {
  const liked = categories.filter((category) => person.favourites.has(category));
  return liked[Math.floor(random() * liked.length)] ?? categories[0];
};

import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { type Person, type Role, TEST_PASSWORD, type TestApp, visitor } from '../test-app.ts';
import type { Plan } from './draft-request.ts';
import type { Draft } from './mutations.ts';
import type { Named } from './placeholders.ts';
import { ids, OWN_EMAIL, TAKEN_EMAIL } from './valid-values.ts';

const SHOWN_MAX = 200;

const unpackers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/** Resets the rows that drawn requests name. */
export async function resetNamedRows(t: TestApp, passwordHash: string): Promise<void> {
  const all = [Object.values(ids)];
  await t.deps.pool.query('DELETE FROM apps WHERE id = ANY ($1)', all);
  await t.deps.pool.query('DELETE FROM users WHERE id = ANY ($1) OR email = $2', [...all, TAKEN_EMAIL]);
  await t.person('member', { id: ids.user, email: TAKEN_EMAIL, passwordHash });
  await t.addApp({ id: ids.approved });
  await t.addApp({ id: ids.popular, category: 'Games' });
  await t.addApp({ id: ids.pending, status: 'pending' });
  await t.addApp({ id: ids.rejected, status: 'rejected' });
  await t.deps.pool.query(
    `INSERT INTO reports (id, app_id, reported_by, reason, created_at) VALUES ($1, $2, $3, 'Broken', now())`,
    [ids.report, ids.approved, ids.user],
  );
}

interface People {
  personOf: (role: Role) => Promise<{ person: Person; isNew: boolean }>;
  forget: (role: Role) => void;
}

/** Returns users by role. They are created on first use and after `forget`. */
export function peopleOf(t: TestApp, passwordHash: string): People {
  const people = new Map<Role, Person>();
  return {
    async personOf(role: Role): Promise<{ person: Person; isNew: boolean }> {
      if (role === 'visitor') return { person: visitor, isNew: false };
      const known = people.get(role);
      if (known) return { person: known, isNew: false };
      const person = await t.person(role, role === 'guest' ? {} : { passwordHash });
      people.set(role, person);
      return { person, isNew: true };
    },
    forget: (role: Role): void => void people.delete(role),
  };
}

export const hashOfPassword = (t: TestApp): Promise<string> => t.deps.passwords.hash(TEST_PASSWORD);

/** Builds the final request: placeholders replaced, with the sender's cookies. */
export function requestOf(draft: Draft, { user, cookies }: Person, named: Named) {
  const fill = (text: string) =>
    [...named, [OWN_EMAIL, user?.email ?? OWN_EMAIL] as const].reduce(
      (filled, [stands, it]) => filled.replaceAll(stands, it),
      text,
    );
  const json = draft.body === undefined ? undefined : fill(JSON.stringify(draft.body));
  const payload = draft.raw === undefined ? json : Buffer.from(draft.raw, 'latin1');
  const query = draft.query.map((pair) => pair.join('=')).join('&');
  const cookie = Object.entries(cookies).map((pair) => pair.join('='));
  return {
    method: draft.method as 'GET',
    url: fill(query === '' ? draft.path : `${draft.path}?${query}`),
    headers: { cookie: cookie.join('; '), ...draft.headers },
    payload,
  };
}

export function unpacked(bytes: Buffer, encoding: string | undefined): string {
  const unpack = unpackers[encoding ?? ''];
  return (unpack && bytes.length > 0 ? unpack(bytes) : bytes).toString('utf8');
}

/** Returns request and plan as text with long values cut. */
export function show(plan: Plan, draft: Draft): string {
  const cut = (_name: string, value: unknown) =>
    typeof value === 'string' && value.length > SHOWN_MAX
      ? `${value.slice(0, SHOWN_MAX)}… (${value.length} characters)`
      : value;
  return JSON.stringify({ sent: { as: plan.role, ...draft }, plan }, cut, 2);
}

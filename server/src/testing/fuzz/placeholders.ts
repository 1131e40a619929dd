import { editOwnApp } from '@zapdeck/contract/apps/change-own-app';
import { decideApps } from '@zapdeck/contract/moderation/decisions';
import { newId } from '../../db/columns.ts';
import type { Person, TestApp } from '../test-app.ts';
import { ids, SEEN_AT } from './valid-values.ts';

/** Values for the placeholders of a request. */
export type Named = ReadonlyMap<string, string>;

export function createPlaceholderResolver(t: TestApp) {
  const { pool } = t.deps;
  const read = async (statement: string, values: unknown[] = []) =>
    (await pool.query<{ it: string }>(statement, values)).rows[0]?.it;

  const ownApp = async ({ user }: Person, status: 'approved' | 'rejected') => {
    // An earlier request may have deleted the user.
    const userId = await read('SELECT id AS it FROM users WHERE id = $1', [user?.id ?? null]);
    const found = await read(
      'SELECT id AS it FROM apps WHERE submitted_by = $1 AND status = $2 ORDER BY created_at, id LIMIT 1',
      [userId ?? null, status],
    );
    return found ?? (await t.addApp({ status, ...(userId && { submittedBy: userId }) })).id;
  };

  const changedApp = async () => {
    const changed = `SELECT app_id AS it FROM app_baselines WHERE changed_at IS NOT NULL ORDER BY changed_at, app_id LIMIT 1`;
    const found = await read(changed);
    if (found) return found;
    const maker = await t.person('member');
    const { id } = await t.addApp({ submittedBy: maker.user?.id ?? null });
    await t.call(editOwnApp, { params: { id }, body: { title: 'Another title' } }, maker);
    return id;
  };

  const reason = async () => {
    const found = await read(
      'SELECT id AS it FROM canned_reasons WHERE retired_at IS NULL ORDER BY id LIMIT 1',
    );
    if (found) return found;
    const id = newId();
    await pool.query('INSERT INTO canned_reasons (id, label, text, created_at) VALUES ($1, $2, $3, now())', [
      id,
      `Reason ${id.slice(-12)}`,
      'It does not load.',
    ]);
    return id;
  };

  const invitation = async () => {
    const id = newId();
    await pool.query(
      `INSERT INTO invitations (id, hash, uses_max, uses_left, expires_at) VALUES ($1::uuid, $1::text, 1, 1, now() + interval '1 day')`,
      [id],
    );
    return id;
  };

  const waitingAccount = async () => {
    const { user } = await t.person('member', { mustBeApproved: true, emailVerifiedAt: new Date() });
    const id = user?.id ?? ids.nobody;
    await pool.query(
      `INSERT INTO applications (user_id, answer, answered_at) VALUES ($1, 'I make small games.', now())`,
      [id],
    );
    return id;
  };

  const batch = async (person: Person) => {
    const found = await read(
      'SELECT id AS it FROM decision_batches WHERE moderator_id = $1 ORDER BY id DESC LIMIT 1',
      [person.user?.id ?? null],
    );
    if (found) return found;
    const { id } = await t.addApp({ status: 'pending' });
    const { body } = await t.call(decideApps, { body: { ids: [id], decision: 'approved' } }, person);
    return body.batchId ?? ids.nobody;
  };

  const made: Readonly<Record<string, (name: string, person: Person) => Promise<string>>> = {
    [ids.own]: (name, person) => ownApp(person, name === 'resubmitApp' ? 'rejected' : 'approved'),
    [ids.changed]: changedApp,
    [ids.reason]: reason,
    [ids.invitation]: invitation,
    [ids.waitingAccount]: waitingAccount,
    [ids.batch]: (_name, person) => batch(person),
  };

  const lastChange = `
    SELECT to_char(greatest(updated_at, page_changed_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS it
    FROM apps LEFT JOIN app_baselines ON app_id = id WHERE id::text = $1`;

  /** Returns the values of the placeholders in the request. */
  return async ({ name, id }: { name: string; id: string }, person: Person): Promise<Named> => {
    const named = new Map<string, string>();
    const it = await made[id]?.(name, person);
    if (it !== undefined) named.set(id, it);
    const seenAt = await read(lastChange, [it ?? id]);
    if (seenAt !== undefined) named.set(SEEN_AT, seenAt);
    return named;
  };
}

import type { CallInput, Route } from '@zapdeck/contract/wire/route';
import type { routes } from '@zapdeck/contract/wire/routes';

type Routes = typeof routes;

/** Ids and texts that the calls contain. */
export interface Stage {
  appId: string;
  userId: string;
  reportId: string;
  email: string;
  /** UUID, or a letter. */
  unique: string;
  /** Number that differs between successive calls, for settings that cannot contain a text. Default: 0. */
  turn?: number;
}

/** SQL in which the ledger replaces `:mark` and `:admin` with ids. It calls with `:mark` as all ids and as the unique text. */
interface Effect {
  /** Statements that run before the call. */
  before?: string;
  /** Condition: the call is stored. */
  stored: string;
}

/** States why the ledger does not call a writing route. */
interface NoEffect {
  unmarked: string;
}

/** Valid input of an endpoint and, if it writes, its effect. */
type Example<T extends Route> = CallInput<T> & {
  form?: { file: string; name: string; field?: string };
  /** Code of the refusal despite access: no link was mailed, or the app belongs to another member. */
  refused?: string;
} & (T extends { method: 'GET' } ? unknown : Effect | NoEffect);

export type ExampleCalls = { readonly [K in keyof Routes]: Example<Routes[K]> };

/** A date that an admin may set, with any clock of a test. */
export const DAY_AHEAD = new Date(Date.now() + 100 * 24 * 3_600_000).toISOString().slice(0, 10);
/** The `updated_at` of the app in each call of the ledger. */
export const APP_UPDATED_AT = '2026-01-01T00:00:00.000Z';
export const page = { query: { limit: 5, offset: 0 } };
export const none = {};

/** Token of a link: 43 characters, if `unique` is a UUID. */
export const linkTokenOf = (unique: string) => `${unique}-token0`.padStart(43, '0');
/** SQL: the hash of `linkTokenOf(mark)`. */
export const linkTokenHash = `encode(sha256((:mark || '-token0')::bytea), 'hex')`;

export const whereApp = (condition: string) => `EXISTS (SELECT FROM apps WHERE id = :mark AND ${condition})`;
export const whereUser = (condition: string) =>
  `EXISTS (SELECT FROM users WHERE id = :mark AND ${condition})`;
export const whereAudited = (action: string) =>
  `EXISTS (SELECT FROM audit_log WHERE actor_id = :admin AND action = '${action}')`;
export const isGone = (table: string) => `NOT EXISTS (SELECT FROM ${table} WHERE id = :mark)`;
export const whereSaved = (kind: string) =>
  `EXISTS (SELECT FROM settings WHERE kind = '${kind}' AND saved_by = :admin)`;
export const setStatus = (status: string) => `UPDATE apps SET status = '${status}' WHERE id = :mark;`;

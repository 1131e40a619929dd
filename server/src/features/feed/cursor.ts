import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DeckKey } from '@zapdeck/contract/feed/decks';
import { DeckKeyText } from '@zapdeck/contract/feed/feed';
import { Id } from '@zapdeck/contract/wire/primitives';
import { AlgorithmType } from '@zapdeck/contract/instance/settings';
import { message } from '@zapdeck/contract/wire/message';
import * as z from 'zod/mini';
import { type Db, one } from '../../db/client.ts';
import { cursorKey } from '../../db/schema/decks.table.ts';
import { Refusal } from '../../http/refusal.ts';

/** Cursor of a first page. The page is not stored yet, so the cursor contains it. */
const FirstPage = z.object({
  deck: Id,
  key: DeckKeyText,
  viewer: Id,
  algorithm: AlgorithmType,
  isRecycling: z.boolean(),
  /** Milliseconds since 1970. */
  startedAt: z.int(),
  reasons: z.string(),
  ids: z.array(Id),
  /** `leads` are the liked apps that lead to cards. `ledBy` is the index in `leads` for each card. */
  leads: z.optional(z.array(Id)),
  ledBy: z.optional(z.array(z.nullable(z.int()))),
});
export type FirstPage = z.infer<typeof FirstPage>;

const NextPage = z.object({ deck: Id, key: DeckKeyText, page: z.int() });

const Cursor = z.union([FirstPage, NextPage]);
export type Cursor = z.infer<typeof Cursor>;

export const isFirstPage = (cursor: Cursor): cursor is FirstPage => 'ids' in cursor;

/** Returns for each card the liked app that leads to it, or null. */
export const becauseOf = ({ ids, leads, ledBy }: FirstPage): (string | null)[] =>
  ids.map((_id, index) => leads?.[ledBy?.[index] ?? -1] ?? null);

/** Returns `leads` and `ledBy` of a first page. Each liked app is listed once, to keep cursors short. */
export function leadsOfCards(because: readonly (string | null)[]): Pick<FirstPage, 'leads' | 'ledBy'> {
  const leads = [...new Set(because.filter((id) => id !== null))];
  if (leads.length === 0) return {};
  return { leads, ledBy: because.map((id) => (id === null ? null : leads.indexOf(id))) };
}

const SEAL_BYTES = 16;
const ID_BYTES = 16;
const SEPARATOR = '.';

const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url');

const sealOf = (key: Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest().subarray(0, SEAL_BYTES);

const packIds = (ids: readonly string[]) => base64(Buffer.from(ids.join('').replaceAll('-', ''), 'hex'));

function unpackIds(packed: string): string[] {
  const bytes = Buffer.from(packed, 'base64url');
  return Array.from({ length: bytes.length / ID_BYTES }, (_, index) =>
    bytes
      .subarray(index * ID_BYTES, (index + 1) * ID_BYTES)
      .toString('hex')
      .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'),
  );
}

/** Returns the cursor as text: JSON, packed ids and a seal, each in base64url. */
export function sealCursor(key: Buffer, cursor: Cursor): string {
  const { ids = [], ...rest } = { ids: undefined, ...cursor };
  const text = [base64(JSON.stringify(rest)), packIds(ids)].join(SEPARATOR);
  return [text, base64(sealOf(key, text))].join(SEPARATOR);
}

function parse(base64Json: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64Json, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Returns the cursor, or undefined if this instance did not seal it. */
export function findCursor(key: Buffer, text: string): Cursor | undefined {
  const [json = '', ids = '', seal = ''] = text.split(SEPARATOR);
  const expected = sealOf(key, [json, ids].join(SEPARATOR));
  const given = Buffer.from(seal, 'base64url');
  if (given.length !== SEAL_BYTES || !timingSafeEqual(given, expected)) return undefined;
  return Cursor.safeParse({ ...(parse(json) as object), ids: unpackIds(ids) }).data;
}

/** Opens a cursor. Rejects with `invalid_input` if it is not valid, or belongs to another deck than `deck`. */
export function openCursor(key: Buffer, text: string, deck?: DeckKey): Cursor {
  const cursor = findCursor(key, text);
  if (cursor && (deck === undefined || cursor.key === deck)) return cursor;
  throw new Refusal('invalid_input', { fields: { cursor: message('Not a cursor of this deck') } });
}

export type CursorKey = () => Promise<Buffer>;

/** Returns a function that reads the HMAC key of the instance once and caches it. All nodes share the key. */
export function cursorKeyOf(db: Db): CursorKey {
  let known: Buffer | undefined;
  return async () => {
    known ??= one(await db.select({ key: cursorKey.key }).from(cursorKey)).key;
    return known;
  };
}

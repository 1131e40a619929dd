import type { FeedRanking } from '../../db/schema/feed.table.ts';
import type { Candidate } from './recommend.ts';
import { rankOf } from './unseen.ts';

/** A candidate with the number that its list has beside the position. */
export interface Packed extends Candidate {
  number: number;
}

/** Before the first candidate stands how many rows were walked for all of them. */
const HEADER = 8;
/** Where the fields of a candidate stand in its bytes; the category comes last, because it has no fixed length. */
const RANK = 16;
const CREATED_AT = 24;
const NUMBER = 32;
const CATEGORY_LENGTH = 40;
const CATEGORY = 42;
const ID_DIGITS = 32;

/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const MICROSECONDS = 1_000;
const HALF = 2 ** 32;

/**
 * The rows of the query as one text of hexadecimal digits, which `unpack` takes apart: NULL when there are none. A hundred rows of five
 * fields would cost more to write as text, to send and to take apart than they cost to find.
 */
export function packed(ranking: FeedRanking, sql: string, number: string, walked = '0'): string {
  return `(SELECT encode(float8send(max(${walked})::float8) || string_agg(uuid_send(apps.id) || float8send((${rankOf(ranking)})::float8)
      || timestamptz_send(apps.created_at) || float8send((${number})::float8) || int2send(octet_length(textsend(apps.category))::int2)
      || textsend(apps.category), ''), 'hex')
    FROM (${sql}) AS apps)`;
}

/** The ids that the query gives in its column `id`, as one text that `unpackIds` takes apart. */
export const packedIds = (sql: string): string =>
  `(SELECT encode(string_agg(uuid_send(apps.id), ''), 'hex') FROM (${sql}) AS apps)`;

/** The id whose digits begin there. */
const idAt = (hex: string, at: number): string =>
  `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`;

/** The ids in their order. */
export function unpackIds(hex: string | null): string[] {
  const count = (hex?.length ?? 0) / ID_DIGITS;
  return Array.from({ length: count }, (_, index) => idAt(hex ?? '', index * ID_DIGITS));
}

/** How many rows were walked for the candidates. */
export const walkedFor = (hex: string | null | undefined): number =>
  hex ? Buffer.from(hex.slice(0, 2 * HEADER), 'hex').readDoubleBE() : 0;

/** What `make` makes of each candidate and its number, in their order. */
export function unpack<Made>(
  hex: string | null | undefined,
  make: (id: string, category: string, rank: number, createdAt: number, number: number) => Made,
): Made[] {
  const candidates: Made[] = [];
  if (!hex) return candidates;
  const bytes = Buffer.from(hex, 'hex');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = HEADER; at < bytes.length; ) {
    const end = at + CATEGORY + view.getUint16(at + CATEGORY_LENGTH);
    // In two halves, which together stay within what a number holds exactly.
    const microseconds = view.getInt32(at + CREATED_AT) * HALF + view.getUint32(at + CREATED_AT + 4);
    candidates.push(
      make(
        idAt(hex, 2 * at),
        bytes.toString('utf8', at + CATEGORY, end),
        view.getFloat64(at + RANK),
        EPOCH_MS + Math.round(microseconds / MICROSECONDS),
        view.getFloat64(at + NUMBER),
      ),
    );
    at = end;
  }
  return candidates;
}

/** The bytes that `packed` would give for them. */
export function pack(candidates: readonly Packed[]): Buffer {
  const parts = [Buffer.alloc(HEADER)];
  for (const { id, category, rank, createdAt, number } of candidates) {
    const name = Buffer.from(category);
    const fields = Buffer.alloc(CATEGORY);
    fields.write(id.replaceAll('-', ''), 'hex');
    fields.writeDoubleBE(rank, RANK);
    fields.writeBigInt64BE(BigInt((createdAt - EPOCH_MS) * MICROSECONDS), CREATED_AT);
    fields.writeDoubleBE(number, NUMBER);
    fields.writeUInt16BE(name.length, CATEGORY_LENGTH);
    parts.push(fields, name);
  }
  return Buffer.concat(parts);
}

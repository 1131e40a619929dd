import type { FeedRanking } from './feed.table.ts';
import type { Candidate } from './recommend.ts';
import { rankOf } from './unseen.ts';

/** A candidate with the number that its list has beside the position. */
export interface Packed extends Candidate {
  number: number;
}

/** Where the fields of a candidate stand in its bytes; the category comes last, because it has no fixed length. */
const RANK = 16;
const CREATED_AT = 24;
const NUMBER = 32;
const CATEGORY_LENGTH = 40;
const CATEGORY = 42;

/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const MICROSECONDS = 1_000;

/**
 * The rows of the query as one text of hexadecimal digits, which `unpack` takes apart: NULL when there are none. A hundred rows of five
 * fields would cost more to write as text, to send and to take apart than they cost to find.
 */
export function packed(ranking: FeedRanking, sql: string, number: string): string {
  return `(SELECT encode(string_agg(uuid_send(apps.id) || float8send((${rankOf(ranking)})::float8)
      || timestamptz_send(apps.created_at) || float8send((${number})::float8) || int2send(octet_length(textsend(apps.category))::int2)
      || textsend(apps.category), ''), 'hex')
    FROM (${sql}) AS apps)`;
}

/** The id whose digits begin there. */
const idAt = (hex: string, at: number): string =>
  `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`;

/** The candidates in their order. */
export function unpack(hex: string | null | undefined): Packed[] {
  const candidates: Packed[] = [];
  if (!hex) return candidates;
  const bytes = Buffer.from(hex, 'hex');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const end = at + CATEGORY + view.getUint16(at + CATEGORY_LENGTH);
    const microseconds = Number(view.getBigInt64(at + CREATED_AT));
    candidates.push({
      id: idAt(hex, 2 * at),
      category: bytes.toString('utf8', at + CATEGORY, end),
      rank: view.getFloat64(at + RANK),
      createdAt: EPOCH_MS + Math.round(microseconds / MICROSECONDS),
      number: view.getFloat64(at + NUMBER),
    });
    at = end;
  }
  return candidates;
}

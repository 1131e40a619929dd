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
const WORD = 2 ** 32;
const WORD_BYTES = 4;

/**
 * The rows of the query as one value, which `unpack` takes apart: NULL when there are none. A hundred rows of five
 * fields would cost more to write as text, to send and to take apart than they cost to find.
 */
export function packed(ranking: FeedRanking, sql: string, number: string): string {
  return `(SELECT string_agg(uuid_send(apps.id) || float8send((${rankOf(ranking)})::float8)
      || timestamptz_send(apps.created_at) || float8send((${number})::float8) || int2send(octet_length(textsend(apps.category))::int2)
      || textsend(apps.category), '')
    FROM (${sql}) AS apps)`;
}

function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + RANK);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The candidates in their order. */
export function unpack(bytes: Buffer | null | undefined): Packed[] {
  const candidates: Packed[] = [];
  if (!bytes) return candidates;
  for (let at = 0; at < bytes.length; ) {
    const end = at + CATEGORY + bytes.readUInt16BE(at + CATEGORY_LENGTH);
    const microseconds =
      bytes.readInt32BE(at + CREATED_AT) * WORD + bytes.readUInt32BE(at + CREATED_AT + WORD_BYTES);
    candidates.push({
      id: idAt(bytes, at),
      category: bytes.toString('utf8', at + CATEGORY, end),
      rank: bytes.readDoubleBE(at + RANK),
      createdAt: EPOCH_MS + Math.round(microseconds / MICROSECONDS),
      number: bytes.readDoubleBE(at + NUMBER),
    });
    at = end;
  }
  return candidates;
}

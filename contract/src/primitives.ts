import * as z from 'zod/mini';

/** The largest value a PostgreSQL `integer` column holds. */
export const INT_MAX = 2_147_483_647;

/** True when PostgreSQL can store the text: no NUL and no half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

const storable = z.refine<string>(isStorable, 'This text has characters that cannot be stored');
/**
 * Lengths count UTF-16 units everywhere, as `maxlength` of a field and `length` in its counter do. The first of the two
 * checks counts characters, as documents and columns do: whatever fits the units fits them too.
 */
export function atMost(max: number, message = `At most ${max} characters`) {
  const fits = z.refine<string>((value) => value.length <= max, message);
  return [z.maxLength(max, { message, abort: true }), fits] as const;
}

/** Text as typed, storable. */
export function text(max: number, tooLong?: string) {
  return z.string().check(storable, ...atMost(max, tooLong));
}

/** Spelt as the database does, whichever way it comes: two spellings of one id are one key of a map. */
export const Id = z.uuid('Not a valid id').check(z.toLowerCase());
export type Id = z.infer<typeof Id>;

/**
 * Who sends this, where it may be refused when somebody else has signed in meanwhile: the cookie is the whole browser's,
 * and another tab can change it before this one knows. Left out, it is whoever is signed in.
 */
export const Sender = z.optional(Id);

/** A moment as ISO 8601 in UTC. */
export const Moment = z.iso.datetime();

export const Count = z.int().check(z.gte(0), z.lte(INT_MAX));

/** A number of rows, or a sum of counts: of these there may be more than a column holds. */
export const Total = z.int().check(z.gte(0));

export const PAGE_LIMIT_DEFAULT = 100;
export const PAGE_LIMIT_MAX = 500;

/** Paging of every list that can grow; the total stands in the `X-Total-Count` header. */
export const PageQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_LIMIT_MAX)), PAGE_LIMIT_DEFAULT),
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(INT_MAX)), 0),
});
export type PageQuery = z.infer<typeof PageQuery>;

export const IdParams = z.object({ id: Id });

/** An acknowledgement that carries nothing but a sentence for people. */
export const Message = z.object({ message: z.string() });

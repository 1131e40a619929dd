import * as z from 'zod/mini';
import { message } from './message.ts';

export const INVALID_INPUT = message('Invalid input');

export const INT_MAX = 2_147_483_647;

/** Returns true if PostgreSQL can store the text: no NUL, no lone surrogate. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

const storable = z.refine<string>(isStorable, message('This text has characters that cannot be stored'));
/** Counts UTF-16 units, like `maxlength` in HTML. `z.maxLength` counts code points, and documents the limit. */
export function atMost(max: number, tooLong = message('At most {max} characters', { max })) {
  const fits = z.refine<string>((value) => value.length <= max, tooLong);
  return [z.maxLength(max, { message: tooLong, abort: true }), fits] as const;
}

export function text(max: number, tooLong?: string) {
  return z.string().check(storable, ...atMost(max, tooLong));
}

/** Lower case, as in PostgreSQL, so that ids compare as strings. */
export const Id = z.uuid(message('Not a valid id')).check(z.toLowerCase());
export type Id = z.infer<typeof Id>;

export const LinkToken = z
  .string(message('This link is incomplete'))
  .check(z.regex(/^[\w-]{43}$/, message('This link is incomplete')));

/** Id of the acting user. Calls fail with `session_changed` if another tab has signed in as someone else. */
export const Sender = z.optional(Id);

/** PostgreSQL has no year 0. */
const isAfterYear0 = z.refine<string>((date) => !date.startsWith('0000'), message('Not a valid date'));

export const Moment = z.iso.datetime().check(isAfterYear0);

/** A UTC date, such as 2026-11-25. */
export const Day = z.iso.date().check(isAfterYear0);

export const Count = z.int().check(z.gte(0), z.lte(INT_MAX));

export const Total = z.int().check(z.gte(0));

export const PAGE_LIMIT_DEFAULT = 100;
export const PAGE_LIMIT_MAX = 500;

/** The header `X-Total-Count` has the total. */
export const pageQuery = (limitMax: number) =>
  z.object({
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(limitMax)),
      Math.min(limitMax, PAGE_LIMIT_DEFAULT),
    ),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(INT_MAX)), 0),
  });

export const PageQuery = pageQuery(PAGE_LIMIT_MAX);
export type PageQuery = z.infer<typeof PageQuery>;

export const IdParams = z.object({ id: Id });

export const Message = z.object({ message: z.string() });

import { sql } from 'drizzle-orm';
import { timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** A primary key made here, ordered by time so that indexes grow at one end. */
export const id = () => uuid('id').primaryKey().$defaultFn(newId);

export const newId = (): string => v7();

/** Before every id that `newId` makes. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Before every id that is made from this moment on, and after those of before. */
export function lowestIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** When an id of `newId` was made. */
export function momentOfId(made: string): Date {
  return new Date(Number.parseInt(made.replaceAll('-', '').slice(0, 12), 16));
}

/** A moment with its time zone, to the millisecond that JavaScript keeps. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();

/** A number of the contract for what is made of a table's own text, a check or an index, which takes no parameters. */
export const literal = (number: number) => sql.raw(String(number));

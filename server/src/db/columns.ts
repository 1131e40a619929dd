import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** A primary key from Node, ordered by time so that indexes grow at one end. */
export const id = () => uuid('id').primaryKey().$defaultFn(newId);

const latest = { msecs: 0, seq: 0 };

/** Returns an id above all earlier ids of this process, unless its clock was set back. */
export function newId(): string {
  const msecs = Date.now();
  latest.seq = msecs === latest.msecs ? latest.seq + 1 : randomInt(2 ** 31);
  latest.msecs = msecs;
  // Without values, the library would keep the time of a clock that was ahead.
  return v7({ ...latest });
}

export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the lowest id of this time. Ids begin with their time. */
export function lowestIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** Returns the time at which an id was made. */
export function momentOfId(made: string): Date {
  return new Date(Number.parseInt(made.replaceAll('-', '').slice(0, 12), 16));
}

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();

/** Returns the number as a literal instead of a parameter. */
export const literal = (number: number) => sql.raw(String(number));

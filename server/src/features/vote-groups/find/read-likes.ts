import { GROUP_DAYS } from '@zapdeck/contract/moderation/vote-groups';
import { sql } from 'drizzle-orm';
import { allowLongWork } from '../../../db/row-locks.ts';
import { type Db, one } from '../../../db/client.ts';
import { run } from '../../../db/statement.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { LIKES_MAX } from './group-limits.ts';
import type { Likes } from './likes.ts';

/** Rows decoded at once. Requests wait for it. */
const ROWS_AT_ONCE = 2_000;
const APPS_AT_ONCE = 2_000;

export interface ReadLikes extends Likes {
  accountIds: string[];
  appIds: string[];
}

const READ_START = `SELECT greatest($1::timestamptz - interval '${GROUP_DAYS} days', (
    SELECT created_at FROM votes WHERE vote_type = 'up' AND created_at > $1::timestamptz - interval '${GROUP_DAYS} days'
    ORDER BY created_at DESC OFFSET ${LIKES_MAX} LIMIT 1)) AS start`;

/** A cursor, because a statement per batch would sort all likes each time. */
const OPEN_LIKES = (start: string) => sql`DECLARE likes NO SCROLL CURSOR FOR
  SELECT user_id AS "userId", app_id AS "appId" FROM votes WHERE vote_type = 'up' AND created_at > ${start}::timestamptz
  ORDER BY created_at, id`;

/** Apps of a CSV file have an admin as their maker, which says nothing. */
const READ_MAKERS = `SELECT id AS "appId", submitted_by AS "makerId" FROM apps
  WHERE id = ANY ($1::uuid[]) AND upload_id IS NULL AND submitted_by IS NOT NULL`;

class Numbers {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

async function readMakers(db: Db, appIds: readonly string[]): Promise<Int32Array> {
  const makerOf = new Map<string, string>();
  for (let from = 0; from < appIds.length; from += APPS_AT_ONCE) {
    const values = [appIds.slice(from, from + APPS_AT_ONCE)];
    const rows = await run<{ appId: string; makerId: string }>(db, { text: READ_MAKERS, values });
    for (const { appId, makerId } of rows) makerOf.set(appId, makerId);
  }
  const makers = new Numbers();
  return Int32Array.from(appIds, (id) => makers.of(makerOf.get(id) ?? id));
}

/** A growing `Int32Array`, which needs less memory than an array of numbers. */
class Column {
  values = new Int32Array(ROWS_AT_ONCE);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Int32Array(2 * this.length);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  end(): Int32Array {
    return this.values.subarray(0, this.length);
  }
}

/** Reads the likes that count, in small batches. Returns undefined if stopped early. */
export async function readLikes(db: Db, now: Date, isOver: () => boolean): Promise<ReadLikes | undefined> {
  const [accounts, apps] = [new Numbers(), new Numbers()];
  const [accountOf, appOf] = [new Column(), new Column()];
  const isWhole = await inTransaction(db, async (tx) => {
    await allowLongWork(tx);
    const { start } = one(
      await run<{ start: string }>(tx, { text: READ_START, values: [now.toISOString()] }),
    );
    await tx.execute(OPEN_LIKES(start));
    for (;;) {
      if (isOver()) return false;
      const { rows } = await tx.execute<{ userId: string; appId: string }>(
        sql.raw(`FETCH ${ROWS_AT_ONCE} FROM likes`),
      );
      for (const { userId, appId } of rows) {
        accountOf.push(accounts.of(userId));
        appOf.push(apps.of(appId));
      }
      if (rows.length < ROWS_AT_ONCE) return true;
    }
  });
  if (!isWhole) return undefined;
  return {
    accounts: accounts.texts.length,
    accountIds: accounts.texts,
    appIds: apps.texts,
    makers: await readMakers(db, apps.texts),
    accountOf: accountOf.end(),
    appOf: appOf.end(),
  };
}

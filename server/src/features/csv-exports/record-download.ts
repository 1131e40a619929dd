import type { Route } from '@zapdeck/contract/wire/route';
import { inTransaction } from '../../db/transaction.ts';
import type { CallContext } from '../../accounts/admission.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { extendEntry, recordAction } from '../audit-log/audit-log.ts';

type FilterValues = Readonly<Record<string, unknown>>;

/** A search text is logged as `true`, because it may be an email address. */
function filtersOf({ search, ...others }: FilterValues): Record<string, unknown> {
  const set = Object.entries(others).filter(([, value]) => value !== undefined && value !== 'all');
  return { ...Object.fromEntries(set), ...(search ? { search: true } : {}) };
}

/** Logs the download before it starts, and its number of rows at the end. Stops if the user loses the admin role. */
export async function* recordDownload<Item>(
  list: string,
  { db, query, user, now, request }: CallContext<Route & { access: 'admin' }>,
  batches: AsyncGenerator<Item[]>,
): AsyncGenerator<Item[]> {
  let next = await batches.next();
  const id = await inTransaction(db, async (tx) => {
    await lockAdmin(tx, user);
    await recordSecurityEvent(tx, {
      userId: user.id,
      event: 'data_exported',
      request,
      details: { list },
      now,
    });
    const after = { list, ...filtersOf(query ?? {}) };
    return recordAction(tx, { actorId: user.id, now }, { action: 'list.downloaded', after });
  });
  let rows = 0;
  try {
    while (!next.done) {
      rows += next.value.length;
      yield next.value;
      await lockAdmin(db, user);
      next = await batches.next();
    }
  } finally {
    await extendEntry(db, id, { rows, isWhole: next.done === true }).catch((error: unknown) =>
      request.log.error({ err: error }, 'the rows of a download are not in the audit log'),
    );
  }
}

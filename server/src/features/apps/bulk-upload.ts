import type { CsvRow } from '@zapdeck/contract/bulk-upload';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { type Act, recordAct } from '../audit-log/audit-log.ts';
import { apps } from './apps.table.ts';
import { onCatalogue } from './catalogue-work.ts';

/** Rows of one statement; each takes ten parameters of the 65,535 that the protocol allows. */
const ROWS_AT_ONCE = 1_000;

interface Upload {
  rows: readonly CsvRow[];
  fileName: string;
  submittedBy: string;
}

/** Stores the rows as pending apps, all or none; those whose address is known already, or comes twice, are skipped. */
export async function storeUpload(
  db: Db,
  { rows, fileName, submittedBy }: Upload,
  act: Act,
): Promise<{ count: number; skipped: number }> {
  return onCatalogue(db, async (tx) => {
    let count = 0;
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const stored = await tx
        .insert(apps)
        .values(
          rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({
            ...row,
            id: newId(),
            submittedBy,
            createdAt: act.now,
            updatedAt: act.now,
          })),
        )
        .onConflictDoNothing({ target: apps.url });
      count += stored.rowCount ?? 0;
    }
    const skipped = rows.length - count;
    await recordAct(tx, act, { action: 'apps.uploaded', after: { fileName, count, skipped } });
    return { count, skipped };
  });
}

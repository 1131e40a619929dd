import { type AdminListing, listingFields, namesOf } from '@zapdeck/contract/apps/listing';
import { sql } from 'drizzle-orm';
import { newId } from '../../../db/columns.ts';
import type { Db } from '../../../db/client.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { type AdminStamp, recordAction } from '../../audit-log/audit-log.ts';
import { promiseUpload } from '../budgets/view-budgets.ts';
import { onCatalogueAs } from '../numbers/catalogue-work.ts';

const fields = namesOf(listingFields);
const columnOf = (name: (typeof fields)[number]) => apps[name].name;
const columns = sql.raw(fields.map(columnOf).join(', '));

interface Upload {
  rows: readonly AdminListing[];
  fileName: string;
  submittedBy: string;
  hasFirstViews: boolean;
}

/** Stores all apps of an upload or none. Skips known, awaited and repeated addresses. */
export async function storeUpload(
  db: Db,
  { rows, fileName, submittedBy, hasFirstViews }: Upload,
  stamp: AdminStamp,
): Promise<{ count: number; skipped: number; uploadId: string }> {
  const uploadId = newId();
  return onCatalogueAs(db, stamp, async (tx) => {
    const submitted = JSON.stringify(
      rows.map((row) => ({
        id: newId(),
        ...Object.fromEntries(fields.map((name) => [columnOf(name), row[name]])),
      })),
    );
    // Uses one statement, because it ends by locking the counts of all apps, and other submissions wait for them.
    const { rowCount } = await tx.execute(sql`
      WITH submitted AS MATERIALIZED (
        SELECT id, ${columns}, url_key(url) AS key FROM jsonb_populate_recordset(NULL::apps, ${submitted}::jsonb))
      INSERT INTO apps (id, ${columns}, is_language_own, submitted_by, upload_id, created_at, updated_at)
      SELECT id, ${columns}, language IS NOT NULL, ${submittedBy}::uuid, ${uploadId}::uuid, ${stamp.now}, ${stamp.now}
      FROM submitted
      WHERE NOT EXISTS (SELECT FROM waiting_urls WHERE waiting_urls.url_key = submitted.key)
      ON CONFLICT DO NOTHING`);
    if (hasFirstViews) await promiseUpload(tx, uploadId, stamp.now);
    const count = rowCount ?? 0;
    const skipped = rows.length - count;
    const after = { uploadId, fileName, count, skipped, ...(hasFirstViews && { hasFirstViews }) };
    await recordAction(tx, stamp, { action: 'apps.uploaded', after });
    return { count, skipped, uploadId };
  });
}

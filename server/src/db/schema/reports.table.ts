import { sql } from 'drizzle-orm';
import { index, pgEnum, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

export const reportStatus = pgEnum('report_status', ['pending', 'reviewed', 'dismissed']);

export const reportKind = pgEnum('report_kind', ['broken', 'spam', 'offensive', 'copyright', 'other']);

export const reports = pgTable(
  'reports',
  {
    id: id(),
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    reportedBy: uuid('reported_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: reportKind('kind'),
    reason: text('reason').notNull(),
    status: reportStatus('status').notNull().default('pending'),
    decidedAt: moment('decided_at'),
    /** Decision that closed the report. Undoing it opens the report again. */
    batchId: uuid('batch_id'),
    /** Keyed hash of the network. Null in old reports. */
    network: varchar('network', { length: 43 }),
    createdAt: createdAt(),
  },
  (table) => [
    index('reports_created_idx').on(table.createdAt, table.id),
    index('reports_status_idx').on(table.status, table.createdAt, table.id),
    // All columns that lists by app need.
    index('reports_app_idx').on(
      table.appId,
      table.status,
      table.createdAt,
      table.decidedAt,
      table.reportedBy,
    ),
    index('reports_batch_idx').on(table.batchId).where(sql`${table.batchId} IS NOT NULL`),
    index('reports_reporter_idx').on(table.reportedBy),
    index('reports_network_age_idx').on(table.createdAt).where(sql`${table.network} IS NOT NULL`),
  ],
);

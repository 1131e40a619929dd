import { pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../columns.ts';
import { apps } from './apps.table.ts';

export const appVerifications = pgTable('app_verifications', {
  appId: uuid('app_id')
    .primaryKey()
    .references(() => apps.id, { onDelete: 'cascade' }),
  token: varchar('token', { length: 43 }).notNull(),
  checkedAt: moment('checked_at'),
  finding: text('finding', { enum: ['found', 'missing', 'other_host', 'unreachable'] }),
  provedAt: moment('proved_at'),
  missingSince: moment('missing_since'),
  createdAt: createdAt(),
});

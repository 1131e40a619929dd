import { pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../columns.ts';
import { apps } from './apps.table.ts';

/** How the submitter of an app shows that its host is theirs. Only for apps whose submitter has asked. */
export const appVerifications = pgTable('app_verifications', {
  appId: uuid('app_id')
    .primaryKey()
    .references(() => apps.id, { onDelete: 'cascade' }),
  /** What the host is to show. */
  token: varchar('token', { length: 43 }).notNull(),
  checkedAt: moment('checked_at'),
  finding: text('finding', { enum: ['found', 'missing', 'other_host', 'unreachable'] }),
  /** When the token was last found. */
  provedAt: moment('proved_at'),
  /** Since when every check that reached the host of a verified app found no token. */
  missingSince: moment('missing_since'),
  createdAt: createdAt(),
});

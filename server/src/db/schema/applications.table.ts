import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { users } from './users.table.ts';

/** Answers of accounts that need approval. `users` has the state of the account. */
export const applications = pgTable(
  'applications',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    answer: text('answer').notNull(),
    answeredAt: moment('answered_at').notNull(),
    reason: text('reason'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('applications_decided_by_idx').on(table.decidedBy)],
);

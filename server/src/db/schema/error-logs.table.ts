import { index, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';
import { users } from './users.table.ts';

export const errorLogs = pgTable(
  'error_logs',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    errorType: varchar('error_type', { length: 100 }).notNull(),
    errorMessage: text('error_message').notNull(),
    stackTrace: text('stack_trace'),
    url: text('url'),
    userAgent: text('user_agent'),
    additionalData: jsonb('additional_data'),
    createdAt: createdAt(),
  },
  (table) => [
    index('error_logs_created_idx').on(table.createdAt, table.id),
    index('error_logs_user_idx').on(table.userId),
  ],
);

import {
  boolean,
  customType,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, updatedAt } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

/** The labels of a host from the last to the first, with a dot behind each: what lies below a host begins with its key. */
const hostKey = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const hostRule = pgEnum('host_rule', ['blocked', 'trusted']);

/** Hosts that admins block or trust, with all that lies below them; the most specific rule counts. */
export const hostRules = pgTable('host_rules', {
  host: varchar('host', { length: 253 }).primaryKey(),
  hostKey: hostKey('host_key').notNull().unique('host_rules_key'),
  rule: hostRule('rule').notNull(),
  note: text('note'),
  savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/**
 * The host of each app's address, which a trigger on apps keeps, and beside it the host that the address leads to where
 * the last check found another one. Beside apps, so that votes do not touch its index.
 */
export const appHosts = pgTable(
  'app_hosts',
  {
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    isLanding: boolean('is_landing').notNull().default(false),
    hostKey: hostKey('host_key').notNull(),
  },
  (table) => [
    primaryKey({ name: 'app_hosts_pkey', columns: [table.appId, table.isLanding] }),
    index('app_hosts_key_idx').on(table.hostKey, table.appId),
  ],
);

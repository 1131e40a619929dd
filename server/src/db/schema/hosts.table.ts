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

const hostKey = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const hostRule = pgEnum('host_rule', ['blocked', 'trusted']);

/** Hosts that admins block or trust, with their subdomains. The most specific rule applies. */
export const hostRules = pgTable('host_rules', {
  host: varchar('host', { length: 253 }).primaryKey(),
  hostKey: hostKey('host_key').notNull().unique('host_rules_key'),
  rule: hostRule('rule').notNull(),
  note: text('note'),
  savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Host of each app and the host to which it redirects. Kept by a trigger, not for votes. */
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

import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, real, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';
import { apps } from './apps.table.ts';
import { users } from './users.table.ts';

const person = (name: string) => uuid(name).references(() => users.id, { onDelete: 'set null' });

/** Group of accounts whose likes coincide far beyond chance, found by a nightly job. */
export const voteGroups = pgTable(
  'vote_groups',
  {
    id: id(),
    makers: integer('makers').notNull(),
    lastFoundAt: moment('last_found_at').notNull(),
    dismissedAt: moment('dismissed_at'),
    dismissedBy: person('dismissed_by'),
    dismissedMembers: integer('dismissed_members'),
    createdAt: createdAt(),
  },
  (table) => [
    index('vote_groups_created_idx').on(table.createdAt, table.id),
    index('vote_groups_dismissed_by_idx').on(table.dismissedBy).where(sql`${table.dismissedBy} IS NOT NULL`),
  ],
);

const groupId = () =>
  uuid('group_id')
    .notNull()
    .references(() => voteGroups.id, { onDelete: 'cascade' });

export const voteGroupMembers = pgTable(
  'vote_group_members',
  {
    groupId: groupId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    observed: integer('observed').notNull(),
    expected: real('expected').notNull(),
  },
  (table) => [
    primaryKey({ name: 'vote_group_members_pkey', columns: [table.groupId, table.userId] }),
    index('vote_group_members_user_idx').on(table.userId),
  ],
);

export const voteGroupApps = pgTable(
  'vote_group_apps',
  {
    groupId: groupId(),
    appId: uuid('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ name: 'vote_group_apps_pkey', columns: [table.groupId, table.appId] }),
    index('vote_group_apps_app_idx').on(table.appId),
  ],
);

/** Action that takes back the votes of a group or an account. */
export const takebacks = pgTable(
  'takebacks',
  {
    id: id(),
    /** Null for the votes of one account, and once the group is deleted. */
    groupId: uuid('group_id').references(() => voteGroups.id, { onDelete: 'set null' }),
    accountId: uuid('account_id').references(() => users.id, { onDelete: 'cascade' }),
    adminId: person('admin_id'),
    votes: integer('votes').notNull().default(0),
    undoneAt: moment('undone_at'),
    undoneBy: person('undone_by'),
    /** Number of votes that the undo has restored. Accounts that have voted again keep their newer votes. */
    restored: integer('restored').notNull().default(0),
    /** Null while votes are being taken back or restored. */
    settledAt: moment('settled_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('takebacks_group_idx').on(table.groupId, table.createdAt),
    index('takebacks_account_idx')
      .on(table.accountId, table.createdAt)
      .where(sql`${table.accountId} IS NOT NULL`),
    index('takebacks_admin_idx').on(table.adminId).where(sql`${table.adminId} IS NOT NULL`),
    index('takebacks_undone_by_idx').on(table.undoneBy).where(sql`${table.undoneBy} IS NOT NULL`),
  ],
);

export const takebackId = () =>
  uuid('takeback_id')
    .notNull()
    .references(() => takebacks.id, { onDelete: 'cascade' });

export const takebackAccounts = pgTable(
  'takeback_accounts',
  {
    takebackId: takebackId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ name: 'takeback_accounts_pkey', columns: [table.takebackId, table.userId] }),
    index('takeback_accounts_user_idx').on(table.userId),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../columns.ts';
import { users } from './users.table.ts';

export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    hash: text('hash').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    usesMax: integer('uses_max').notNull(),
    usesLeft: integer('uses_left').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('invitations_hash_key').on(table.hash),
    index('invitations_created_idx').on(table.createdAt, table.id),
    index('invitations_created_by_idx').on(table.createdBy),
    check('invitations_uses', sql`${table.usesLeft} BETWEEN 0 AND ${table.usesMax}`),
  ],
);

export const invitedMembers = pgTable(
  'invited_members',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    invitationId: uuid('invitation_id')
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('invited_members_invitation_idx').on(table.invitationId)],
);

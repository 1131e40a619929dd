import { eq, or, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, updatedAt } from '../columns.ts';
import { pictures } from './pictures.table.ts';

export const authProvider = pgEnum('auth_provider', ['email', 'google', 'platform']);

export const userRole = pgEnum('user_role', ['member', 'moderator', 'admin']);

export const users = pgTable(
  'users',
  {
    id: id(),
    /** Trimmed and in lower case. Null for guests only. */
    email: varchar('email', { length: 254 }),
    emailVerifiedAt: moment('email_verified_at'),
    /** Until the address is confirmed, the account has the rights of a guest. */
    mustConfirmEmail: boolean('must_confirm_email').notNull().default(false),
    /** Until an admin approves it, the account has the rights of a guest. */
    mustBeApproved: boolean('must_be_approved').notNull().default(false),
    approvedAt: moment('approved_at'),
    refusedAt: moment('refused_at'),
    passwordHash: text('password_hash'),
    hasFactor: boolean('has_factor').notNull().default(false),
    /** Signs the device cookie of an account without a password. */
    deviceKey: uuid('device_key').notNull().defaultRandom(),
    firstName: varchar('first_name', { length: 100 }),
    lastName: varchar('last_name', { length: 100 }),
    /** Picture address at the provider. Only the server reads it. */
    profileImageUrl: text('profile_image_url'),
    picture: varchar('picture', { length: 32 }).references(() => pictures.hash),
    /** Handle of the maker's page. Stored here, because every list of apps reads its submitters. */
    handle: varchar('handle', { length: 30 }),
    authProvider: authProvider('auth_provider').notNull().default('email'),
    /** Issuer and subject, separated by a space. */
    googleId: text('google_id'),
    platformId: text('platform_id'),
    googleLinkedAt: moment('google_linked_at'),
    platformLinkedAt: moment('platform_linked_at'),
    /** Verified address at the provider at the last sign-in, or null. */
    googleEmail: varchar('google_email', { length: 254 }),
    platformEmail: varchar('platform_email', { length: 254 }),
    /** True if a sign-in with the account's address links an identity. False once only the owner may link one. */
    linksByEmail: boolean('links_by_email').notNull().default(true),
    /** The higher of the given and the claimed role, kept by a trigger. Writing it changes the given role. */
    role: userRole('role').notNull().default('member'),
    givenRole: userRole('given_role').notNull().default('member'),
    claimedRole: userRole('claimed_role').notNull().default('member'),
    /** Time of the sign-in without the claim, while the last active admin keeps the role. */
    claimLostAt: moment('claim_lost_at'),
    /** True for admins. A trigger derives it from the role, and the role from it for version 0.2. */
    isAdmin: boolean('is_admin').notNull().default(false),
    isGuest: boolean('is_guest').notNull().default(false),
    zapCount: integer('zap_count').notNull().default(0),
    /** Time of the last durations. Later durations cannot exceed the time since then. */
    durationsSentAt: moment('durations_sent_at'),
    historyClearedAt: moment('history_cleared_at'),
    /** Apps viewed before this time count as unseen. Null if the user never asked to see apps again. */
    seenClearedAt: moment('seen_cleared_at'),
    /** Likes before this time do not lead in the deck `for-you`. */
    tasteClearedAt: moment('taste_cleared_at'),
    guessesMailedAt: moment('guesses_mailed_at'),
    codesMailedAt: moment('codes_mailed_at'),
    language: varchar('language', { length: 35 }),
    /** Languages of apps that the member reads. Apps in others come last in decks. Null: all. */
    readsLanguages: text('reads_languages').array(),
    suspendedAt: moment('suspended_at'),
    suspendedReason: text('suspended_reason'),
    suspendedBy: uuid('suspended_by').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    termsVersion: integer('terms_version'),
    termsAcceptedAt: moment('terms_accepted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    uniqueIndex('users_google_id_key').on(table.googleId),
    uniqueIndex('users_platform_id_key').on(table.platformId),
    uniqueIndex('users_handle_key').on(table.handle),
    index('users_created_idx').on(table.createdAt, table.id),
    index('users_picture_idx').on(table.picture).where(sql`${table.picture} IS NOT NULL`),
    index('users_admins_idx').on(table.id).where(sql`${table.isAdmin}`),
    index('users_moderators_idx').on(table.id).where(sql`${table.role} = 'moderator'`),
    index('users_unapproved_idx')
      .on(table.createdAt, table.id)
      .where(sql`${table.mustBeApproved} AND ${table.approvedAt} IS NULL`),
    index('users_suspended_idx').on(table.id).where(sql`${table.suspendedAt} IS NOT NULL`),
    index('users_suspended_by_idx').on(table.suspendedBy).where(sql`${table.suspendedBy} IS NOT NULL`),
    check('users_email_normal', sql`${table.email} = lower(btrim(${table.email}))`),
    check('users_guest_or_email', sql`${table.isGuest} = (${table.email} IS NULL)`),
    check(
      'users_guest_is_nobody',
      sql`NOT ${table.isGuest} OR (${table.zapCount} = 0 AND NOT ${table.isAdmin})`,
    ),
    check('users_guest_is_member', sql`NOT ${table.isGuest} OR ${table.role} = 'member'`),
    check('users_higher_role', sql`${table.role} = greatest(${table.givenRole}, ${table.claimedRole})`),
    check('users_admin_by_role', sql`${table.isAdmin} = (${table.role} = 'admin')`),
    check('users_decided_once', sql`${table.approvedAt} IS NULL OR ${table.refusedAt} IS NULL`),
    check('users_zap_count_positive', sql`${table.zapCount} >= 0`),
    check(
      'users_suspended_with_reason',
      sql`(${table.suspendedAt} IS NULL) = (${table.suspendedReason} IS NULL)`,
    ),
  ],
);

export type UserRow = typeof users.$inferSelect;

/** Returns an SQL condition: deleting the user deletes or changes the row. Lock these rows together, by id. */
export const isChangedByDeletion = (userId: string) =>
  or(eq(users.id, userId), eq(users.suspendedBy, userId));

/** Identifies a user to admins. The id is first, because drizzle returns null for an object whose first column is null. */
export const personColumns = { id: users.id, firstName: users.firstName, email: users.email };

import { TIME_SPENT_MAX } from '@zapdeck/contract/apps/apps';
import type { FrameReason } from '@zapdeck/contract/frames/frame-reasons';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, id, literal, moment, updatedAt } from '../columns.ts';
import { pictures } from './pictures.table.ts';
import { users } from './users.table.ts';

export const appStatus = pgEnum('app_status', ['pending', 'approved', 'rejected']);
export const frameStatus = pgEnum('frame_status', ['unknown', 'ok', 'refused', 'unreachable']);

export const HOST_OF_URL = sql`substring(url from '://([^/:]+)')`;

export const listingColumns = () => ({
  title: varchar('title', { length: 100 }),
  description: text('description'),
  category: varchar('category', { length: 50 }),
  tags: text('tags').array(),
  language: varchar('language', { length: 16 }),
});

const { title, description, category, tags, ...optionalColumns } = listingColumns();

export const apps = pgTable(
  'apps',
  {
    id: id(),
    title: title.notNull(),
    description: description.notNull(),
    url: varchar('url', { length: 2048 }).notNull(),
    /** Equal for all spellings of an address. Set by a trigger, see `url_key`. */
    urlKey: text('url_key').notNull().default(''),
    category: category.notNull().default('Web Tools'),
    /** Picture address of a CSV file. Only the server reads it. */
    thumbnailUrl: text('thumbnail_url'),
    picture: varchar('picture', { length: 32 }).references(() => pictures.hash),
    colour: varchar('colour', { length: 7 }),
    tags: tags.notNull().default(sql`'{}'`),
    ...optionalColumns,
    /** True if a person chose the language. Checks of the page then keep it. */
    isLanguageOwn: boolean('is_language_own').notNull().default(false),
    submittedBy: uuid('submitted_by').references(() => users.id, { onDelete: 'set null' }),
    uploadId: uuid('upload_id'),
    status: appStatus('status').notNull().default('pending'),
    reviewReason: text('review_reason'),
    reviewedAt: moment('reviewed_at'),
    withdrawnAt: moment('withdrawn_at'),
    /** Time since which reports or a suspension hide an approved app. Cleared by a trigger. */
    heldAt: moment('held_at'),
    /** Number in the order of approvals and of their commits. A trigger sets it and `approved_at`. */
    approvalNo: bigint('approval_no', { mode: 'number' }),
    approvedAt: moment('approved_at'),
    upvotes: integer('upvotes').notNull().default(0),
    downvotes: integer('downvotes').notNull().default(0),
    views: integer('views').notNull().default(0),
    timeSpent: bigint('time_spent', { mode: 'number' }).notNull().default(1),
    rankingScore: doublePrecision('ranking_score').notNull().default(0),
    /** Score under pending weights. The end of a recalculation swaps both columns. */
    pendingScore: doublePrecision('pending_score').notNull().default(0),
    avgTimeToUpvote: integer('avg_time_to_upvote').notNull().default(0),
    avgTimeToDownvote: integer('avg_time_to_downvote').notNull().default(0),
    avgViewTime: integer('avg_view_time').notNull().default(0),
    frameStatus: frameStatus('frame_status').notNull().default('unknown'),
    frameReason: jsonb('frame_reason').$type<FrameReason>(),
    frameCheckedAt: moment('frame_checked_at'),
    /** Time of the next check. A node that starts the check moves it, as a lease. */
    frameCheckDueAt: moment('frame_check_due_at').notNull().defaultNow(),
    unreachableSince: moment('unreachable_since'),
    /** A trigger clears it when the address changes. */
    verifiedAt: moment('verified_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('apps_url_key').on(table.url),
    uniqueIndex('apps_duplicate_key').on(table.urlKey),
    index('apps_score_idx')
      .on(
        table.rankingScore.desc().nullsFirst(),
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(sql`${table.status} = 'approved' AND ${table.frameStatus} <> 'unreachable'`),
    index('apps_upvotes_idx')
      .on(
        table.upvotes.desc().nullsFirst(),
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(sql`${table.status} = 'approved' AND ${table.frameStatus} <> 'unreachable'`),
    index('apps_category_score_idx')
      .on(
        table.category,
        table.rankingScore.desc().nullsFirst(),
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(sql`${table.status} = 'approved' AND ${table.frameStatus} <> 'unreachable'`),
    index('apps_approval_idx').on(table.approvalNo).where(sql`${table.status} = 'approved'`),
    index('apps_unreachable_idx')
      .on(table.approvalNo)
      .where(sql`${table.status} = 'approved' AND ${table.frameStatus} = 'unreachable'`),
    index('apps_pending_idx').on(table.createdAt, table.id).where(sql`${table.status} = 'pending'`),
    index('apps_rejected_idx').on(table.createdAt, table.id).where(sql`${table.status} = 'rejected'`),
    // For counts, the migration includes the status in these four, the votes in one and the category in another.
    index('apps_admin_score_idx').on(
      table.rankingScore.desc().nullsFirst(),
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('apps_admin_net_votes_idx').on(
      sql`(${table.upvotes} - ${table.downvotes}) DESC`,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('apps_admin_views_idx').on(
      table.views.desc().nullsFirst(),
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('apps_admin_created_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('apps_frame_check_idx').on(table.frameCheckDueAt).where(sql`${table.status} <> 'rejected'`),
    index('apps_away_idx').on(table.unreachableSince).where(sql`${table.unreachableSince} IS NOT NULL`),
    // For the public page. The migration includes score, time and id in the second.
    index('apps_page_idx').on(sql`right(${table.id}::text, 12)`),
    index('apps_category_idx').on(table.category, table.approvalNo).where(sql`${table.status} = 'approved'`),
    index('apps_picture_idx').on(table.picture).where(sql`${table.picture} IS NOT NULL`),
    index('apps_host_idx').on(HOST_OF_URL, table.id),
    index('apps_language_idx').on(table.language),
    index('apps_submitter_idx').on(table.submittedBy, table.createdAt),
    check('apps_upvotes_positive', sql`${table.upvotes} >= 0`),
    check('apps_downvotes_positive', sql`${table.downvotes} >= 0`),
    check('apps_views_positive', sql`${table.views} >= 0`),
    check('apps_time_spent_positive', sql`${table.timeSpent} >= 1`),
    check('apps_time_spent_readable', sql`${table.timeSpent} <= ${literal(TIME_SPENT_MAX)}`),
  ],
);

/** Lower-case texts and filters of the admins' search. Written by a trigger, not for votes. */
export const appSearchTexts = pgTable('app_search_texts', {
  appId: uuid('app_id')
    .primaryKey()
    .references(() => apps.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  status: appStatus('status').notNull(),
});

/** Tags of apps of every status, for decks of tags. Written and deleted by a trigger, not for votes. */
export const appTags = pgTable(
  'app_tags',
  { tag: text('tag').notNull(), appId: uuid('app_id').notNull() },
  (table) => [primaryKey({ name: 'app_tags_pkey', columns: [table.tag, table.appId] })],
);

export type AppRow = typeof apps.$inferSelect;

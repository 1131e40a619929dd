import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  integer,
  pgEnum,
  pgTable,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';
import { users } from './users.table.ts';

const savedBy = () => uuid('saved_by').references(() => users.id, { onDelete: 'set null' });
const isActive = () => boolean('is_active').notNull().default(true);

/** Saving adds a row and retires the one before: the rows are the history. */
export const formulaWeights = pgTable(
  'formula_weights',
  {
    id: id(),
    upvoteWeight: doublePrecision('upvote_weight').notNull().default(10),
    downvoteWeight: doublePrecision('downvote_weight').notNull().default(5),
    viewWeight: doublePrecision('view_weight').notNull().default(0.1),
    timeWeight: doublePrecision('time_weight').notNull().default(0.001),
    isActive: isActive(),
    /** The one set that the stored scores follow: that of the last recalculation. */
    isInForce: boolean('is_in_force').notNull().default(false),
    /** The set that a recalculation is about to put in force, and the share of apps that have their score under it. */
    isPending: boolean('is_pending').notNull().default(false),
    pendingShare: doublePrecision('pending_share').notNull().default(0),
    savedBy: savedBy(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('formula_weights_active_key').on(table.isActive).where(sql`${table.isActive}`),
    uniqueIndex('formula_weights_in_force_key').on(table.isInForce).where(sql`${table.isInForce}`),
    uniqueIndex('formula_weights_pending_key').on(table.isPending).where(sql`${table.isPending}`),
  ],
);

export const algorithmType = pgEnum('algorithm_type', ['normal', 'semi_simple', 'simple']);

export const algorithmParams = pgTable(
  'algorithm_params',
  {
    id: id(),
    algorithmType: algorithmType('algorithm_type').notNull().default('normal'),
    appsPerPage: integer('apps_per_page').notNull().default(20),
    maxDiversityPool: integer('max_diversity_pool').notNull().default(100),
    categoryDiversityEnabled: boolean('category_diversity_enabled').notNull().default(true),
    recycledContentThreshold: integer('recycled_content_threshold').notNull().default(50),
    freshContentPriority: integer('fresh_content_priority').notNull().default(80),
    isActive: isActive(),
    savedBy: savedBy(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('algorithm_params_active_key').on(table.isActive).where(sql`${table.isActive}`),
    check('algorithm_params_page', sql`${table.appsPerPage} BETWEEN 1 AND 100`),
    check('algorithm_params_pool', sql`${table.maxDiversityPool} BETWEEN 20 AND 500`),
    check('algorithm_params_recycled', sql`${table.recycledContentThreshold} BETWEEN 0 AND 100`),
    check('algorithm_params_fresh', sql`${table.freshContentPriority} BETWEEN 0 AND 100`),
  ],
);

export const advertisementConfigs = pgTable(
  'advertisement_configs',
  {
    id: id(),
    enabled: boolean('enabled').notNull().default(false),
    zapsBetweenAds: integer('zaps_between_ads').notNull().default(8),
    isActive: isActive(),
    savedBy: savedBy(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('advertisement_configs_active_key').on(table.isActive).where(sql`${table.isActive}`),
    check('advertisement_configs_zaps', sql`${table.zapsBetweenAds} BETWEEN 1 AND 100`),
  ],
);

import {
  defaultModeration,
  HOLDS_PER_HOUR,
  HOURS_UNTIL_MAIL,
  REPORTER_AGE_HOURS,
  REPORTS_TO_HOLD,
} from '@zapdeck/contract/moderation/moderation';
import {
  APPS_PER_PAGE,
  defaultAdvertisement,
  defaultAlgorithm,
  defaultWeights,
  DIVERSITY_POOL,
  PERCENT,
  ZAPS_BETWEEN_ADS,
} from '@zapdeck/contract/instance/settings';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  doublePrecision,
  integer,
  pgEnum,
  pgTable,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, literal } from '../columns.ts';
import { users } from './users.table.ts';

const savedBy = () => uuid('saved_by').references(() => users.id, { onDelete: 'set null' });
const isActive = () => boolean('is_active').notNull().default(true);

const isWithin = (column: AnyPgColumn, { min, max }: { min: number; max: number }) =>
  sql`${column} BETWEEN ${literal(min)} AND ${literal(max)}`;

/** A change adds a row and retires the last one. The rows are the history. */
export const formulaWeights = pgTable(
  'formula_weights',
  {
    id: id(),
    upvoteWeight: doublePrecision('upvote_weight').notNull().default(defaultWeights.upvoteWeight),
    downvoteWeight: doublePrecision('downvote_weight').notNull().default(defaultWeights.downvoteWeight),
    viewWeight: doublePrecision('view_weight').notNull().default(defaultWeights.viewWeight),
    timeWeight: doublePrecision('time_weight').notNull().default(defaultWeights.timeWeight),
    isActive: isActive(),
    isInForce: boolean('is_in_force').notNull().default(false),
    /** Weights of a running recalculation, and its progress. */
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
    algorithmType: algorithmType('algorithm_type').notNull().default(defaultAlgorithm.algorithmType),
    appsPerPage: integer('apps_per_page').notNull().default(defaultAlgorithm.appsPerPage),
    maxDiversityPool: integer('max_diversity_pool').notNull().default(defaultAlgorithm.maxDiversityPool),
    categoryDiversityEnabled: boolean('category_diversity_enabled')
      .notNull()
      .default(defaultAlgorithm.categoryDiversityEnabled),
    recycledContentThreshold: integer('recycled_content_threshold')
      .notNull()
      .default(defaultAlgorithm.recycledContentThreshold),
    freshContentPriority: integer('fresh_content_priority')
      .notNull()
      .default(defaultAlgorithm.freshContentPriority),
    isActive: isActive(),
    savedBy: savedBy(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('algorithm_params_active_key').on(table.isActive).where(sql`${table.isActive}`),
    check('algorithm_params_page', isWithin(table.appsPerPage, APPS_PER_PAGE)),
    check('algorithm_params_pool', isWithin(table.maxDiversityPool, DIVERSITY_POOL)),
    check('algorithm_params_recycled', isWithin(table.recycledContentThreshold, PERCENT)),
    check('algorithm_params_fresh', isWithin(table.freshContentPriority, PERCENT)),
  ],
);

export const advertisementConfigs = pgTable(
  'advertisement_configs',
  {
    id: id(),
    enabled: boolean('enabled').notNull().default(defaultAdvertisement.enabled),
    zapsBetweenAds: integer('zaps_between_ads').notNull().default(defaultAdvertisement.zapsBetweenAds),
    isActive: isActive(),
    savedBy: savedBy(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('advertisement_configs_active_key').on(table.isActive).where(sql`${table.isActive}`),
    check('advertisement_configs_zaps', isWithin(table.zapsBetweenAds, ZAPS_BETWEEN_ADS)),
  ],
);

export const moderationSettings = pgTable(
  'moderation_settings',
  {
    id: id(),
    isHoldingEnabled: boolean('is_holding_enabled').notNull().default(defaultModeration.isHoldingEnabled),
    reportsToHold: integer('reports_to_hold').notNull().default(defaultModeration.reportsToHold),
    reporterAgeHours: integer('reporter_age_hours').notNull().default(defaultModeration.reporterAgeHours),
    holdsPerHour: integer('holds_per_hour').notNull().default(defaultModeration.holdsPerHour),
    isDailyMailEnabled: boolean('is_daily_mail_enabled')
      .notNull()
      .default(defaultModeration.isDailyMailEnabled),
    hoursUntilMail: integer('hours_until_mail').notNull().default(defaultModeration.hoursUntilMail),
    /** UTC day of the last mail about waiting apps, in the active row. */
    mailedOn: date('mailed_on'),
    isActive: isActive(),
    savedBy: savedBy(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('moderation_settings_active_key').on(table.isActive).where(sql`${table.isActive}`),
    check('moderation_settings_reports', isWithin(table.reportsToHold, REPORTS_TO_HOLD)),
    check('moderation_settings_age', isWithin(table.reporterAgeHours, REPORTER_AGE_HOURS)),
    check('moderation_settings_holds', isWithin(table.holdsPerHour, HOLDS_PER_HOUR)),
    check('moderation_settings_hours', isWithin(table.hoursUntilMail, HOURS_UNTIL_MAIL)),
  ],
);

import { msg } from '@lingui/core/macro';
import {
  type AdvertisementConfig,
  type AlgorithmParams,
  adminAdvertisementConfig,
  adminAlgorithmParams,
  adminFormulaWeights,
  APPS_PER_PAGE,
  DIVERSITY_POOL,
  defaultAlgorithm,
  type FormulaWeights,
  type SavedWeights,
  saveAdvertisementConfig,
  saveAlgorithmParams,
  saveFormulaWeights,
  WEIGHT_MAX,
  ZAPS_BETWEEN_ADS,
} from '@zapdeck/contract/instance/settings';
import {
  adminModerationSettings,
  defaultModeration,
  HOLDS_PER_HOUR,
  HOURS_UNTIL_MAIL,
  type ModerationSettings,
  REPORTER_AGE_HOURS,
  REPORTS_TO_HOLD,
  saveModerationSettings,
} from '@zapdeck/contract/moderation/moderation';
import { call } from '../../../lib/call.ts';
import { wholeNumber } from '../parts/words/whole-number.ts';
import type { Typed } from './use-config-form.ts';

/** Returns the weights of the form, without those in force. */
export function weightsOf({
  upvoteWeight,
  downvoteWeight,
  viewWeight,
  timeWeight,
}: FormulaWeights): FormulaWeights {
  return { upvoteWeight, downvoteWeight, viewWeight, timeWeight };
}

/** Parses a weight. Invalid numbers and values that the server rejects become 0; specification, section 5. */
export function weight(typed: string): number {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isFinite(value) && Math.abs(value) <= WEIGHT_MAX ? value : 0;
}

/** Bounds and fallbacks of whole numbers; specification, section 5. */
export const bounds = {
  appsPerPage: { ...APPS_PER_PAGE, fallback: defaultAlgorithm.appsPerPage },
  maxDiversityPool: { ...DIVERSITY_POOL, fallback: defaultAlgorithm.maxDiversityPool },
  recycledContentThreshold: { min: 0, max: 100, fallback: defaultAlgorithm.recycledContentThreshold },
  freshContentPriority: { min: 0, max: 100, fallback: defaultAlgorithm.freshContentPriority },
  zapsBetweenAds: { ...ZAPS_BETWEEN_ADS, fallback: ZAPS_BETWEEN_ADS.min },
} as const;

export const weightsForm = {
  path: adminFormulaWeights.path,
  read: (signal: AbortSignal) => call(adminFormulaWeights, {}, { signal }),
  save: (values: SavedWeights) => call(saveFormulaWeights, { body: weightsOf(values) }),
  parse: (typed: Typed<SavedWeights>): SavedWeights => ({
    upvoteWeight: weight(typed.upvoteWeight),
    downvoteWeight: weight(typed.downvoteWeight),
    viewWeight: weight(typed.viewWeight),
    timeWeight: weight(typed.timeWeight),
    inForce: typed.inForce,
  }),
  success: msg`Formula weights updated successfully`,
  failure: msg`Failed to update weights`,
};

export const algorithmForm = {
  path: adminAlgorithmParams.path,
  read: (signal: AbortSignal) => call(adminAlgorithmParams, {}, { signal }),
  save: (body: AlgorithmParams) => call(saveAlgorithmParams, { body }),
  parse: (typed: Typed<AlgorithmParams>): AlgorithmParams => ({
    ...typed,
    appsPerPage: wholeNumber(typed.appsPerPage, bounds.appsPerPage),
    maxDiversityPool: wholeNumber(typed.maxDiversityPool, bounds.maxDiversityPool),
    recycledContentThreshold: wholeNumber(typed.recycledContentThreshold, bounds.recycledContentThreshold),
    freshContentPriority: wholeNumber(typed.freshContentPriority, bounds.freshContentPriority),
  }),
  success: msg`Algorithm parameters updated successfully`,
  failure: msg`Failed to update algorithm parameters`,
};

const { reportsToHold, reporterAgeHours, holdsPerHour, hoursUntilMail } = defaultModeration;
export const moderationBounds = {
  reportsToHold: { ...REPORTS_TO_HOLD, fallback: reportsToHold },
  reporterAgeHours: { ...REPORTER_AGE_HOURS, fallback: reporterAgeHours },
  holdsPerHour: { ...HOLDS_PER_HOUR, fallback: holdsPerHour },
  hoursUntilMail: { ...HOURS_UNTIL_MAIL, fallback: hoursUntilMail },
} as const;

export const moderationForm = {
  path: adminModerationSettings.path,
  read: (signal: AbortSignal) => call(adminModerationSettings, {}, { signal }),
  save: (body: ModerationSettings) => call(saveModerationSettings, { body }),
  parse: (typed: Typed<ModerationSettings>): ModerationSettings => ({
    ...typed,
    reportsToHold: wholeNumber(typed.reportsToHold, moderationBounds.reportsToHold),
    reporterAgeHours: wholeNumber(typed.reporterAgeHours, moderationBounds.reporterAgeHours),
    holdsPerHour: wholeNumber(typed.holdsPerHour, moderationBounds.holdsPerHour),
    hoursUntilMail: wholeNumber(typed.hoursUntilMail, moderationBounds.hoursUntilMail),
  }),
  success: msg`Moderation settings updated successfully`,
  failure: msg`Couldn’t save the settings`,
};

export const advertisementForm = {
  path: adminAdvertisementConfig.path,
  read: (signal: AbortSignal) => call(adminAdvertisementConfig, {}, { signal }),
  save: (body: AdvertisementConfig) => call(saveAdvertisementConfig, { body }),
  parse: (typed: Typed<AdvertisementConfig>): AdvertisementConfig => ({
    ...typed,
    zapsBetweenAds: wholeNumber(typed.zapsBetweenAds, bounds.zapsBetweenAds),
  }),
  success: msg`Advertisement configuration updated successfully`,
  failure: msg`Failed to update advertisement configuration`,
};

import { msg, t } from '@lingui/core/macro';
import {
  ALGORITHM_TYPES,
  type AdvertisementConfig,
  type AlgorithmParams,
  adminAdvertisementConfig,
  adminAlgorithmParams,
  adminFormulaWeights,
  advertisementFields,
  advertisementHistory,
  algorithmFields,
  algorithmHistory,
  type FormulaWeights,
  type SavedWeights,
  saveAdvertisementConfig,
  saveAlgorithmParams,
  saveFormulaWeights,
  WEIGHT_MAX,
  weightsHistory,
} from '@zapdeck/contract/instance/settings';
import {
  adminModerationSettings,
  type ModerationSettings,
  moderationFields,
  moderationHistory,
  saveModerationSettings,
} from '@zapdeck/contract/moderation/moderation';
import {
  advertisementHistoryCsv,
  algorithmHistoryCsv,
  moderationHistoryCsv,
  weightsHistoryCsv,
} from '@zapdeck/contract/wire/csv-exports';
import { callWithHeaders } from '../../../lib/call.ts';
import { instance } from '../../../lib/instance.ts';
import { wholeNumber } from '../parts/words/whole-number.ts';
import { HISTORY_SHOWN } from './history-sheet.tsx';
import type { Settings } from './settings-card.tsx';
import { callVersioned, type Typed } from './use-config-form.ts';

const latest = { query: { limit: HISTORY_SHOWN } };

/** Returns the weights of the form, without those in force. */
export function weightsOf({
  upvoteWeight,
  downvoteWeight,
  viewWeight,
  timeWeight,
}: FormulaWeights): FormulaWeights {
  return { upvoteWeight, downvoteWeight, viewWeight, timeWeight };
}

/** Parses a weight. Invalid numbers and values that the server rejects become 0. */
export function weight(typed: string): number {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isFinite(value) && Math.abs(value) <= WEIGHT_MAX ? value : 0;
}

type Fields = Readonly<Record<string, { standard: unknown; min?: number; max?: number }>>;

/** Returns a parser. Invalid whole numbers become those of a new instance. */
const parserOf =
  <V extends object>(fields: Fields) =>
  (typed: Typed<V>): V => {
    const entries = Object.entries(typed).map(([name, value]) => {
      const { min, max, standard } = fields[name] ?? {};
      if (min === undefined || max === undefined) return [name, value];
      return [name, wholeNumber(String(value), { min, max, fallback: Number(standard) })];
    });
    return Object.fromEntries(entries) as V;
  };

export const weightSettings: Settings<SavedWeights, FormulaWeights> = {
  form: {
    path: adminFormulaWeights.path,
    read: (signal) => callVersioned(adminFormulaWeights, {}, { signal }),
    save: (values, version) => callVersioned(saveFormulaWeights, { body: { ...weightsOf(values), version } }),
    parse: (typed) => ({
      upvoteWeight: weight(typed.upvoteWeight),
      downvoteWeight: weight(typed.downvoteWeight),
      viewWeight: weight(typed.viewWeight),
      timeWeight: weight(typed.timeWeight),
      inForce: typed.inForce,
    }),
    success: msg`Formula weights updated successfully`,
    failure: msg`Failed to update weights`,
  },
  texts: () => ({
    title: t`Ranking Formula Weights`,
    text: t`How votes, views and time change the score of an app. Recalculate to apply saved weights.`,
    save: t`Save weights`,
    history: t`History of weights`,
  }),
  rows: () => [
    {
      name: 'upvoteWeight',
      hint: t`Added for each upvote: the higher, the sooner people see apps that others like.`,
      step: 0.1,
    },
    {
      name: 'downvoteWeight',
      hint: t`Subtracted for each downvote: the higher, the later people see apps that others dislike.`,
      step: 0.1,
    },
    {
      name: 'viewWeight',
      hint: t`Added for each view: the higher, the sooner people see apps that many have viewed.`,
      step: 0.01,
    },
    {
      name: 'timeWeight',
      hint: t`Added for each millisecond: the higher, the sooner people see apps that others stay in.`,
      step: 0.1,
    },
  ],
  past: {
    path: weightsHistory.path,
    file: weightsHistoryCsv,
    read: (signal) => callWithHeaders(weightsHistory, latest, { signal }),
  },
};

const { appsPerPage, maxDiversityPool, recycledContentThreshold, freshContentPriority } = algorithmFields;

export const algorithmSettings: Settings<AlgorithmParams> = {
  form: {
    path: adminAlgorithmParams.path,
    read: (signal) => callVersioned(adminAlgorithmParams, {}, { signal }),
    save: (values, version) => callVersioned(saveAlgorithmParams, { body: { ...values, version } }),
    parse: parserOf(algorithmFields),
    success: msg`Algorithm parameters updated successfully`,
    failure: msg`Failed to update algorithm parameters`,
  },
  texts: () => ({
    title: t`Recommendation Algorithm Parameters`,
    text: t`How ${{ name: instance.name }} chooses the apps of a page. Saved parameters apply from the next page on.`,
    save: t`Save parameters`,
    history: t`History of parameters`,
  }),
  rows: () => [
    {
      name: 'algorithmType',
      hint: t`Normal mixes fresh and seen apps. Semi-simple sorts by upvotes, Simple by score.`,
      options: ALGORITHM_TYPES,
    },
    {
      name: 'appsPerPage',
      ...appsPerPage,
      hint: t`People get this many apps at a time: the fewer, the sooner votes change what comes next (${{ min: appsPerPage.min }} to ${{ max: appsPerPage.max }}).`,
    },
    {
      name: 'maxDiversityPool',
      ...maxDiversityPool,
      hint: t`Pages are chosen from this many of the best unseen apps: the more, the more variety people see (${{ min: maxDiversityPool.min }} to ${{ max: maxDiversityPool.max }}, never less than Apps Per Page).`,
    },
    {
      name: 'recycledContentThreshold',
      ...recycledContentThreshold,
      hint: t`People see apps again once they have seen this percentage of the catalogue (${{ min: recycledContentThreshold.min }} to ${{ max: recycledContentThreshold.max }}).`,
    },
    {
      name: 'freshContentPriority',
      ...freshContentPriority,
      hint: t`People get this percentage of each page from apps that they have not seen (${{ min: freshContentPriority.min }} to ${{ max: freshContentPriority.max }}).`,
    },
    {
      name: 'categoryDiversityEnabled',
      hint: t`People see one app from each category in turn, not many of one kind in a row.`,
    },
  ],
  past: {
    path: algorithmHistory.path,
    file: algorithmHistoryCsv,
    read: (signal) => callWithHeaders(algorithmHistory, latest, { signal }),
  },
};

const { zapsBetweenAds } = advertisementFields;

export const advertisementSettings: Settings<AdvertisementConfig> = {
  form: {
    path: adminAdvertisementConfig.path,
    read: (signal) => callVersioned(adminAdvertisementConfig, {}, { signal }),
    save: (values, version) => callVersioned(saveAdvertisementConfig, { body: { ...values, version } }),
    parse: parserOf({ zapsBetweenAds: { ...zapsBetweenAds, standard: zapsBetweenAds.min } }),
    success: msg`Advertisement configuration updated successfully`,
    failure: msg`Failed to update advertisement configuration`,
  },
  texts: () => ({
    title: t`Advertisement Configuration`,
    text: t`Ads interrupt members after a number of zaps. Guests never see one.`,
    save: t`Save advertisement`,
    history: t`History of advertisements`,
  }),
  rows: () => [
    { name: 'enabled', hint: t`Members see an ad between two apps from time to time.` },
    {
      name: 'zapsBetweenAds',
      ...zapsBetweenAds,
      hint: t`Members see one ad for this many zaps (${{ min: zapsBetweenAds.min }} to ${{ max: zapsBetweenAds.max }}).`,
      accepts: (text) => text === '' || (/^\d+$/.test(text) && Number(text) <= zapsBetweenAds.max),
    },
  ],
  past: {
    path: advertisementHistory.path,
    file: advertisementHistoryCsv,
    read: (signal) => callWithHeaders(advertisementHistory, latest, { signal }),
  },
};

const { reportsToHold, reporterAgeHours, holdsPerHour, hoursUntilMail } = moderationFields;

export const moderationSettings: Settings<ModerationSettings> = {
  form: {
    path: adminModerationSettings.path,
    read: (signal) => callVersioned(adminModerationSettings, {}, { signal }),
    save: (values, version) => callVersioned(saveModerationSettings, { body: { ...values, version } }),
    parse: parserOf(moderationFields),
    success: msg`Moderation settings updated successfully`,
    failure: msg`Couldn’t save the settings`,
  },
  texts: () => ({
    title: t`Moderation`,
    text: t`Automatic holds, and reminders for admins.`,
    save: t`Save moderation`,
    history: t`History of moderation`,
  }),
  rows: () => [
    {
      name: 'isHoldingEnabled',
      hint: t`If enough members report an app, it leaves the deck until a moderator decides.`,
    },
    {
      name: 'reportsToHold',
      ...reportsToHold,
      hint: t`People no longer see an app once this many members have reported it (${{ min: reportsToHold.min }} to ${{ max: reportsToHold.max }}).`,
    },
    {
      name: 'reporterAgeHours',
      ...reporterAgeHours,
      hint: t`Reports of younger accounts never hide an app from people (${{ min: reporterAgeHours.min }} to ${{ max: reporterAgeHours.max }} hours).`,
    },
    {
      name: 'holdsPerHour',
      ...holdsPerHour,
      hint: t`After this many holds in an hour, people see reported apps until a moderator decides (${{ min: holdsPerHour.min }} to ${{ max: holdsPerHour.max }}).`,
    },
    {
      name: 'isDailyMailEnabled',
      hint: t`Admins get an email once a day while an item waits too long. Other people notice nothing.`,
    },
    {
      name: 'hoursUntilMail',
      ...hoursUntilMail,
      hint: t`Admins get the email when an item has waited this long (${{ min: hoursUntilMail.min }} to ${{ max: hoursUntilMail.max }} hours).`,
    },
  ],
  past: {
    path: moderationHistory.path,
    file: moderationHistoryCsv,
    read: (signal) => callWithHeaders(moderationHistory, latest, { signal }),
  },
};

import { msg } from '@lingui/core/macro';
import {
  type AdvertisementConfig,
  type AlgorithmParams,
  adminAdvertisementConfig,
  adminAlgorithmParams,
  adminFormulaWeights,
  advertisementFields,
  algorithmFields,
  type FormulaWeights,
  type SavedWeights,
  saveAdvertisementConfig,
  saveAlgorithmParams,
  saveFormulaWeights,
  WEIGHT_MAX,
} from '@zapdeck/contract/instance/settings';
import {
  adminModerationSettings,
  type ModerationSettings,
  moderationFields,
  saveModerationSettings,
} from '@zapdeck/contract/moderation/moderation';
import { wholeNumber } from '../parts/words/whole-number.ts';
import { callVersioned, type Typed } from './use-config-form.ts';

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

export const weightsForm = {
  path: adminFormulaWeights.path,
  read: (signal: AbortSignal) => callVersioned(adminFormulaWeights, {}, { signal }),
  save: (values: SavedWeights, version: number) =>
    callVersioned(saveFormulaWeights, { body: { ...weightsOf(values), version } }),
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
  read: (signal: AbortSignal) => callVersioned(adminAlgorithmParams, {}, { signal }),
  save: (values: AlgorithmParams, version: number) =>
    callVersioned(saveAlgorithmParams, { body: { ...values, version } }),
  parse: parserOf<AlgorithmParams>(algorithmFields),
  success: msg`Algorithm parameters updated successfully`,
  failure: msg`Failed to update algorithm parameters`,
};

export const moderationForm = {
  path: adminModerationSettings.path,
  read: (signal: AbortSignal) => callVersioned(adminModerationSettings, {}, { signal }),
  save: (values: ModerationSettings, version: number) =>
    callVersioned(saveModerationSettings, { body: { ...values, version } }),
  parse: parserOf<ModerationSettings>(moderationFields),
  success: msg`Moderation settings updated successfully`,
  failure: msg`Couldn’t save the settings`,
};

const { zapsBetweenAds } = advertisementFields;

export const advertisementForm = {
  path: adminAdvertisementConfig.path,
  read: (signal: AbortSignal) => callVersioned(adminAdvertisementConfig, {}, { signal }),
  save: (values: AdvertisementConfig, version: number) =>
    callVersioned(saveAdvertisementConfig, { body: { ...values, version } }),
  parse: parserOf<AdvertisementConfig>({
    zapsBetweenAds: { ...zapsBetweenAds, standard: zapsBetweenAds.min },
  }),
  success: msg`Advertisement configuration updated successfully`,
  failure: msg`Failed to update advertisement configuration`,
};

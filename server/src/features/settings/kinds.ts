import { Instance, newInstance } from '@zapdeck/contract/instance/instance';
import { type LegalPageName, LegalWords } from '@zapdeck/contract/instance/legal-texts';
import {
  AdvertisementConfig,
  AlgorithmParams,
  defaultAdvertisement,
  defaultAlgorithm,
  defaultWeights,
  SavedWeights,
} from '@zapdeck/contract/instance/settings';
import { defaultModeration, ModerationSettings } from '@zapdeck/contract/moderation/moderation';
import { ClaimSettings } from '@zapdeck/contract/sign-in/claim-roles';
import type { Language } from '@zapdeck/contract/wire/languages';
import * as z from 'zod/mini';
import type { SettingsKind } from './settings.ts';

export const weightsKind: SettingsKind<SavedWeights> = {
  name: 'weights',
  schema: SavedWeights,
  standard: { ...defaultWeights, inForce: defaultWeights },
};

export const algorithmKind: SettingsKind<AlgorithmParams> = {
  name: 'algorithm',
  schema: AlgorithmParams,
  standard: defaultAlgorithm,
};

export const advertisementKind: SettingsKind<AdvertisementConfig> = {
  name: 'advertisement',
  schema: AdvertisementConfig,
  standard: defaultAdvertisement,
};

export const moderationKind: SettingsKind<ModerationSettings> = {
  name: 'moderation',
  schema: ModerationSettings,
  standard: defaultModeration,
};

export const claimsKind: SettingsKind<ClaimSettings> = {
  name: 'claims',
  schema: ClaimSettings,
  standard: { claimRoles: [], trustsProviderFactor: false },
};

const StoredInstance = z.omit(Instance, { legalTexts: true });
export type StoredInstance = z.infer<typeof StoredInstance>;

const { legalTexts: _, ...standard } = newInstance;

export const instanceKind: SettingsKind<StoredInstance> = {
  name: 'instance',
  schema: StoredInstance,
  // If this version does not know the stored way of registration, sign-up is closed.
  standard: { ...standard, registration: 'closed' },
  following: ['languages'],
};

export interface LegalPlace {
  page: LegalPageName;
  language: Language;
}

/** Each page has a history of its own in each language. The text is empty without one. */
export const legalKind = ({ page, language }: LegalPlace): SettingsKind<z.infer<typeof LegalWords>> => ({
  name: `legal/${page}/${language}`,
  schema: LegalWords,
  standard: { text: '' },
});

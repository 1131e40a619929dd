import type { ClaimSettings, ShownClaimSettings } from '@zapdeck/contract/sign-in/claim-roles';
import type { Config } from '../../config.ts';
import type { SavedSettings } from '../settings/settings.ts';

/** Adds the claim and the provider, which the operator sets. */
export function showClaimSettings(
  { values, version }: SavedSettings<ClaimSettings>,
  { providers: { platform }, platformName }: Config,
): SavedSettings<ShownClaimSettings> {
  const operators = { claim: platform?.roleClaim ?? null, provider: platform ? platformName : null };
  return { values: { ...values, ...operators }, version };
}

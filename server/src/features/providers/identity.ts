import { ProviderId } from '@zapdeck/contract/sign-in/providers';
import * as z from 'zod/mini';

const OptionalText = z.nullable(z.string());

/** A person, as a provider describes them. */
export const Identity = z.object({
  provider: ProviderId,
  issuer: z.string(),
  subject: z.string(),
  /** Normalised; null unless the provider has verified it. */
  verifiedEmail: OptionalText,
  firstName: OptionalText,
  lastName: OptionalText,
  pictureUrl: OptionalText,
  /** Values of the claim that can give a role. */
  roleClaims: z._default(z.array(z.string()), []),
  usedFactor: z._default(z.boolean(), false),
});
export type Identity = z.infer<typeof Identity>;

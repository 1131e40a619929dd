import { ProviderId } from '@zapdeck/contract/sign-in/providers';
import * as z from 'zod/mini';

const OptionalText = z.nullable(z.string());

export const Identity = z.object({
  provider: ProviderId,
  issuer: z.string(),
  subject: z.string(),
  /** Normalised. Null unless the provider has verified it. */
  verifiedEmail: OptionalText,
  firstName: OptionalText,
  lastName: OptionalText,
  pictureUrl: OptionalText,
  roleClaims: z._default(z.array(z.string()), []),
  usedFactor: z._default(z.boolean(), false),
});
export type Identity = z.infer<typeof Identity>;

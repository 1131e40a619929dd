import * as z from 'zod/mini';
import { Count } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

const FactorRequirement = z.object({
  isRequired: z.boolean(),
  adminsWithout: Count,
  moderatorsWithout: Count,
});
export type FactorRequirement = z.infer<typeof FactorRequirement>;

export const factorRequirement = route({
  method: 'GET',
  path: '/api/admin/instance/factor',
  summary: 'Get whether admins and moderators need a second factor',
  access: 'admin',
  response: FactorRequirement,
});

/** An admin can require it only in a session with a second factor. */
export const requireFactor = route({
  method: 'PUT',
  path: '/api/admin/instance/factor',
  summary: 'Set whether admins and moderators need a second factor',
  access: 'admin',
  proof: true,
  keyless: true,
  body: z.object({ isRequired: z.boolean() }),
  response: FactorRequirement,
  errors: ['own_factor_needed'],
});

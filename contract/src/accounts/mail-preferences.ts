import * as z from 'zod/mini';
import { route } from '../wire/route.ts';

export const MailKind = z.enum(['milestones', 'weekly']);
export type MailKind = z.infer<typeof MailKind>;

export const MILESTONES = { likes: 10, views: 100 } as const;

export const MailPreferences = z.object({
  milestones: z.boolean(),
  weekly: z.boolean(),
});
export type MailPreferences = z.infer<typeof MailPreferences>;

export const mailPreferences = route({
  method: 'GET',
  path: '/api/user/mail-preferences',
  summary: 'Get your mail preferences',
  access: 'account',
  response: MailPreferences,
});

export const changeMailPreferences = route({
  method: 'PATCH',
  path: '/api/user/mail-preferences',
  summary: 'Change your mail preferences',
  access: 'account',
  body: z.partial(MailPreferences),
  response: MailPreferences,
});

import * as z from 'zod/mini';
import { route } from './route.ts';

/** The mails that people may do without, each by its name in the links that end it. */
export const MailKind = z.enum(['milestones', 'weekly']);
export type MailKind = z.infer<typeof MailKind>;

/** The likes and views at which a maker hears of an app, once each. */
export const MILESTONES = { likes: 10, views: 100 } as const;

export const MailPreferences = z.object({
  /** When an app of theirs has its first likes and views. */
  milestones: z.boolean(),
  /** What happened to their apps in a week, where something did. */
  weekly: z.boolean(),
});
export type MailPreferences = z.infer<typeof MailPreferences>;

export const mailPreferences = route({
  method: 'GET',
  path: '/api/user/mail-preferences',
  summary: 'Which mails one wants',
  access: 'member',
  response: MailPreferences,
});

/** Changes what is given. Only a confirmed address gets these mails. */
export const changeMailPreferences = route({
  method: 'PATCH',
  path: '/api/user/mail-preferences',
  summary: 'Choose which mails one wants',
  access: 'member',
  body: z.partial(MailPreferences),
  response: MailPreferences,
});

import * as z from 'zod/mini';
import { AppStatus } from '../apps/apps.ts';
import { message } from '../wire/message.ts';
import { Day, Id } from '../wire/primitives.ts';
import { PublicApp } from '../apps/public-app.ts';
import { route } from '../wire/route.ts';

export const TODAY_APPS_MIN = 10;
/** Days until an app can be app of the day again, if all apps have been. */
export const TODAY_AGAIN_DAYS = 30;
export const TODAY_AHEAD_DAYS = 365;

const DAYS_DEFAULT = 30;
const DAYS_MAX = 100;

const DayWithApp = z.object({ date: Day, app: z.nullable(PublicApp) });

export const readToday = route({
  method: 'GET',
  path: '/api/today',
  summary: 'The apps of the day',
  access: 'public',
  replica: true,
  query: z.object({
    before: z.optional(Day),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(DAYS_MAX)), DAYS_DEFAULT),
  }),
  response: z.array(DayWithApp),
});

const ChosenApp = z.object({ id: Id, title: z.string(), status: AppStatus });

/** A day that an admin has set. It counts only if the app is approved when the day begins. */
export const DaySet = z.object({ date: Day, app: z.nullable(ChosenApp) });
export type DaySet = z.infer<typeof DaySet>;

/** `longest_ago`: all apps were chosen before. `too_few` and `all_recent`: no app is chosen. */
export const ChoiceReason = z.enum(['trending', 'longest_ago', 'too_few', 'all_recent']);
export type ChoiceReason = z.infer<typeof ChoiceReason>;

/** The app that Zapdeck would choose now for tomorrow. An admin's choice takes precedence. */
export const nextToday = route({
  method: 'GET',
  path: '/api/admin/today/next',
  summary: 'The app of the day that would be chosen next',
  access: 'admin',
  scope: 'admin:read',
  response: z.object({ app: z.nullable(ChosenApp), reason: ChoiceReason }),
});

export const TodayForm = z.object({
  date: z.string().check(z.minLength(1, message('Please choose a day'))),
  appId: z.string().check(z.minLength(1, message('Please choose an app'))),
});

export const daysAhead = route({
  method: 'GET',
  path: '/api/admin/today',
  summary: 'The apps of the day that admins have set ahead',
  access: 'admin',
  scope: 'admin:read',
  response: z.array(DaySet),
});

/** Null lets Zapdeck choose a later day. `instead` is the app that the day must still have, or null. */
export const setToday = route({
  method: 'PUT',
  path: '/api/admin/today/:date',
  summary: 'Set the app of a day',
  access: 'admin',
  scope: 'admin:write',
  params: z.object({ date: Day }),
  body: z.object({ appId: z.nullable(Id), instead: z.optional(z.nullable(Id)) }),
  response: DaySet,
  errors: ['app_not_found', 'day_changed'],
});

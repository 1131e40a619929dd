import * as z from 'zod/mini';
import { Id, IdParams, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { Device } from '../accounts/security-log.ts';

export const SessionEntry = z.object({
  id: Id,
  isThis: z.boolean(),
  device: z.nullable(Device),
  network: z.nullable(z.string()),
  createdAt: Moment,
  lastSeenAt: Moment,
});
export type SessionEntry = z.infer<typeof SessionEntry>;

export const ownSessions = route({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'List your sessions, this one first, then the last used',
  access: 'account',
  response: z.array(SessionEntry),
});

export const endOwnSession = route({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'End one of your sessions',
  access: 'account',
  keyless: true,
  params: IdParams,
  response: 'empty',
  errors: ['session_not_found'],
});

export const personSessions = route({
  method: 'GET',
  path: '/api/admin/users/:id/sessions',
  summary: 'List the sessions of a user, the last used first',
  access: 'admin',
  params: IdParams,
  response: z.array(SessionEntry),
});

export const endPersonSession = route({
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  summary: 'End one session of a user',
  access: 'admin',
  keyless: true,
  params: IdParams,
  response: 'empty',
  errors: ['own_account', 'session_not_found'],
});

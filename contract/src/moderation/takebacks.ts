import * as z from 'zod/mini';
import { AuditPerson } from '../instance/audit-log.ts';
import { Count, Id, IdParams, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

/** An undo is possible until the votes are deleted for good. */
export const TAKEN_KEPT_DAYS = 90;

export const Takeback = z.object({
  id: Id,
  votes: Count,
  /** Votes that the undo has restored so far. Newer votes of the accounts stay. */
  restored: Count,
  accounts: Count,
  isSettled: z.boolean(),
  by: z.nullable(AuditPerson),
  undoneAt: z.nullable(Moment),
  createdAt: Moment,
});
export type Takeback = z.infer<typeof Takeback>;

export const readTakeback = route({
  method: 'GET',
  path: '/api/admin/takebacks/:id',
  summary: 'Get the progress of votes that are taken back or put back',
  access: 'admin',
  params: IdParams,
  response: Takeback,
  errors: ['takeback_not_found'],
});

/** Also works while votes are being taken back. Repeating it changes nothing. */
export const undoTakeback = route({
  method: 'POST',
  path: '/api/admin/takebacks/:id/undo',
  summary: 'Put votes back that were taken back',
  access: 'admin',
  params: IdParams,
  response: Takeback,
  errors: ['takeback_not_found'],
});

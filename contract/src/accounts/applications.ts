import * as z from 'zod/mini';
import { AuthProvider } from '../sign-in/auth.ts';
import { prose, requiredProse } from '../wire/lines.ts';
import { message } from '../wire/message.ts';
import { Id, IdParams, Moment, PageQuery } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

const ANSWER_MIN = 10;
export const ANSWER_MAX = 1_000;
export const REFUSAL_REASON_MAX = 1_000;
/** Days until an unapproved account is deleted, from its sign-up or refusal. */
export const UNAPPROVED_DAYS = 30;

export const Answer = requiredProse(ANSWER_MAX, message('Please answer the question')).check(
  z.minLength(ANSWER_MIN, message('At least {min} characters', { min: ANSWER_MIN })),
);

export const OwnApplication = z.object({
  isEmailVerified: z.boolean(),
  answer: z.nullable(z.string()),
  refusedAt: z.nullable(Moment),
  reason: z.nullable(z.string()),
  /** The account is deleted then, unless it is approved before. */
  deletedAt: Moment,
});
export type OwnApplication = z.infer<typeof OwnApplication>;

export const ownApplication = route({
  method: 'GET',
  path: '/api/user/application',
  summary: 'Get your application, while your account is not approved',
  access: 'account',
  response: z.object({ application: z.nullable(OwnApplication) }),
});

/** Replaces an earlier answer. */
export const answerQuestion = route({
  method: 'PUT',
  path: '/api/user/application',
  summary: 'Answer the question of this instance, until a decision is made',
  access: 'account',
  keyless: true,
  body: z.object({ answer: Answer }),
  response: 'empty',
  errors: ['already_decided'],
});

/** An account with a confirmed address and an answer that waits for a decision. */
export const Application = z.object({
  id: Id,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  authProvider: AuthProvider,
  answer: z.string(),
  signedUpAt: Moment,
  deletedAt: Moment,
});
export type Application = z.infer<typeof Application>;

export const applications = route({
  method: 'GET',
  path: '/api/admin/applications',
  summary: 'List the accounts that wait for approval, oldest first',
  access: 'admin',
  query: PageQuery,
  response: z.array(Application),
});

export const ApplicationDecision = z.enum(['approved', 'refused']);
export type ApplicationDecision = z.infer<typeof ApplicationDecision>;

/** The account is mailed when the decision can no longer be undone. */
export const decideApplication = route({
  method: 'POST',
  path: '/api/admin/applications/:id/decision',
  summary: 'Approve or refuse an account',
  access: 'admin',
  params: IdParams,
  body: z.object({
    decision: ApplicationDecision,
    reason: z._default(z.nullable(prose(REFUSAL_REASON_MAX)), null),
  }),
  response: 'empty',
  errors: ['user_not_found', 'already_decided'],
});

export const undoApplicationDecision = route({
  method: 'DELETE',
  path: '/api/admin/applications/:id/decision',
  summary: 'Undo your decision on an account within ten seconds',
  access: 'admin',
  keyless: true,
  params: IdParams,
  response: 'empty',
  errors: ['decision_not_found', 'undo_over'],
});

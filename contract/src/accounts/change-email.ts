import * as z from 'zod/mini';
import { Email } from '../sign-in/auth.ts';
import { LinkToken, Message, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

/** A change can be undone for this long, and the previous address is reserved. */
export const UNDO_DAYS = 7;

export const ChangeEmailForm = z.object({ email: Email });

/** The response is the same for a taken address. */
export const changeEmail = route({
  method: 'POST',
  path: '/api/user/email',
  summary: 'Request a change of the email address, by a link to the new one',
  access: 'account',
  proof: true,
  body: ChangeEmailForm,
  response: Message,
  errors: ['domain_not_allowed'],
});

export const cancelEmailChange = route({
  method: 'DELETE',
  path: '/api/user/email',
  summary: 'Cancel the requested change of the email address',
  access: 'account',
  keyless: true,
  response: 'empty',
});

export const EmailLinkForm = z.object({ token: LinkToken });

/** Needs no session and starts none. */
export const confirmEmailChange = route({
  method: 'POST',
  path: '/api/user/email/confirm',
  summary: 'Change the email address with the token from the mail to the new one',
  access: 'public',
  body: EmailLinkForm,
  response: z.object({ email: z.string() }),
  errors: ['token_invalid', 'email_taken', 'domain_not_allowed', 'suspended'],
});

/** Restores the previous address, ends all sessions and removes the password. */
export const undoEmailChange = route({
  method: 'POST',
  path: '/api/user/email/undo',
  summary: 'Undo a change of the email address with the token from the mail to the earlier one',
  access: 'public',
  body: EmailLinkForm,
  response: z.object({ email: z.string(), passwordToken: z.string() }),
  errors: ['token_invalid', 'email_taken'],
});

export const PendingEmail = z.object({ email: z.string(), createdAt: Moment, expiresAt: Moment });

export const PreviousEmail = z.object({
  email: z.string(),
  emailVerifiedAt: z.nullable(Moment),
  undoableUntil: z.nullable(Moment),
  createdAt: Moment,
});

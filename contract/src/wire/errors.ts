import * as z from 'zod/mini';
import { messages } from './message.ts';
import { WorkChallenge } from '../sign-in/signup-work.ts';

/** Clients branch on the code, never on the text. */
export const errorCatalogue = messages({
  invalid_input: { status: 400, message: 'Some values are not valid.' },
  token_invalid: {
    status: 400,
    message: 'This link has expired or was already used. Please request a new one.',
  },
  picture_too_slow: { status: 400, message: 'This picture takes too long to read.' },
  terms_required: { status: 400, message: 'The terms have changed. Please read and accept them.' },
  unauthorized: { status: 401, message: 'Unauthorized: please log in.' },
  session_suspended: { status: 401, message: 'Unauthorized: your account is suspended.' },
  unknown_token: {
    status: 401,
    message: 'Unauthorized: this API token is unknown, has expired or was revoked.',
  },
  wrong_credentials: { status: 401, message: 'Invalid email or password. Please try again.' },
  code_needed: { status: 401, message: 'Please enter the code from your authenticator app.' },
  forbidden: { status: 403, message: 'You need admin privileges to access this page' },
  scope_missing: { status: 403, message: 'This API token does not have the scope for this.' },
  token_not_accepted: { status: 403, message: 'API tokens can’t do this. Please log in instead.' },
  token_needs_factor: {
    status: 403,
    message: 'API tokens of this account are refused until it has a second factor.',
  },
  guest_forbidden: {
    status: 403,
    message: 'Create an account to vote on apps and unlock full features',
  },
  too_few_votes: { status: 403, message: 'Vote on more apps to open this deck.' },
  foreign_origin: { status: 403, message: 'This request did not come from this site.' },
  wrong_password: { status: 403, message: 'That password is incorrect.' },
  wrong_code: {
    status: 403,
    message: 'That code is not right, or it was already used. Wait for the next one.',
  },
  weak_admin_password: {
    status: 403,
    message:
      'Admins and moderators need a stronger password. Please choose a new one with “Forgot password?”.',
  },
  passkey_unknown: {
    status: 403,
    message: 'This passkey is not known here. It may have been removed. Please sign in another way.',
  },
  passkey_refused: {
    status: 403,
    message: 'This passkey did not work. Please try again, or sign in another way.',
  },
  passkey_copied: {
    status: 403,
    message:
      'This passkey was refused, because someone may have copied it. Please sign in another way and remove it in the settings.',
  },
  suspended: { status: 403, message: 'This account is suspended.' },
  work_required: {
    status: 403,
    message:
      'There were many sign-ups from your network, so your device must first solve a small task. Please try again.',
  },
  registration_closed: { status: 403, message: 'Sign-up is closed here.' },
  invitation_required: {
    status: 403,
    message:
      'You need an invitation to sign up here. If you have one, it has expired or was used up: ask for a new one.',
  },
  domain_not_allowed: { status: 403, message: 'Sign-up is open to certain email addresses only.' },
  guests_not_allowed: { status: 403, message: 'Please log in. This site is for members only.' },
  email_not_confirmed: {
    status: 403,
    message: 'Please confirm your email address first. The link is in the email that we sent you.',
  },
  terms_not_accepted: { status: 403, message: 'Please accept the new terms first.' },
  proof_needed: { status: 403, message: 'Please confirm that it is you.' },
  proof_not_possible: {
    status: 409,
    message: 'You can’t confirm that it is you this way. Please log out and log in again.',
  },
  not_approved: {
    status: 403,
    message: 'Your account is not approved. You can only look around.',
  },
  own_account: { status: 403, message: 'You can’t suspend or delete your own account.' },
  host_blocked: { status: 403, message: 'Apps from this site can’t be submitted here.' },
  own_admin_status: { status: 403, message: 'Cannot modify your own admin status' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  app_not_found: { status: 404, message: 'This app is not available.' },
  deck_not_found: { status: 404, message: 'This deck does not exist.' },
  user_not_found: { status: 404, message: 'This user does not exist.' },
  decision_not_found: { status: 404, message: 'You can only undo your own decisions.' },
  group_not_found: { status: 404, message: 'This group does not exist.' },
  takeback_not_found: { status: 404, message: 'These votes can’t be put back any more.' },
  host_not_found: { status: 404, message: 'There is no rule for this host.' },
  session_not_found: { status: 404, message: 'This session has already ended.' },
  invitation_not_found: { status: 404, message: 'This invitation does not exist.' },
  api_token_not_found: { status: 404, message: 'This API token does not exist.' },
  report_not_found: { status: 404, message: 'This report does not exist.' },
  canned_reason_not_found: { status: 404, message: 'This reason no longer exists.' },
  passkey_not_found: { status: 404, message: 'This passkey no longer exists.' },
  passkeys_unavailable: { status: 404, message: 'This sign-in method is not available here.' },
  identity_not_found: { status: 404, message: 'This sign-in is not linked to your account.' },
  provider_not_configured: { status: 404, message: 'This sign-in method is not available here.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  email_taken: { status: 409, message: 'An account with this email already exists.' },
  url_taken: { status: 409, message: 'This app has been submitted before.' },
  canned_reason_changed: {
    status: 409,
    message: 'Another admin has just changed this reason. Open it again before you change it.',
  },
  label_taken: { status: 409, message: 'A reason with this name already exists.' },
  too_many_tokens: { status: 409, message: 'You have the most API tokens possible. Revoke one first.' },
  handle_taken: { status: 409, message: 'This name is taken. Please choose another.' },
  already_decided: { status: 409, message: 'Someone else just changed this app.' },
  settings_changed: {
    status: 409,
    message: 'Another admin has just changed these settings. Check them before you save yours.',
  },
  day_changed: {
    status: 409,
    message: 'Another admin has just set the app of this day. Check it before you change it.',
  },
  takeback_running: {
    status: 409,
    message: 'These votes are being taken back or put back. Please try again in a moment.',
  },
  no_votes: { status: 409, message: 'There are no votes to take back.' },
  already_suspended: { status: 409, message: 'This account is already suspended.' },
  not_suspended: { status: 409, message: 'This account is not suspended.' },
  undo_over: { status: 409, message: 'It is too late to undo this. The maker has been told.' },
  picture_not_allowed: {
    status: 409,
    message:
      'An admin has removed the picture of this app. Please write to us if you think this is a mistake.',
  },
  no_password: {
    status: 409,
    message: 'This account has no password yet. Choose one with “Forgot password?”.',
  },
  session_changed: { status: 409, message: 'Another account is now signed in on this device.' },
  hidden_full: {
    status: 409,
    message:
      'You have reached the limit of what you can hide. First show a hidden category, tag or maker again.',
  },
  version_too_soon: {
    status: 409,
    message: 'You can send a new version every 30 days, once the app has had its first views.',
  },
  passkeys_full: {
    status: 409,
    message: 'Your account has the maximum number of passkeys. Remove one first.',
  },
  passkey_expired: { status: 409, message: 'That took too long. Please try again.' },
  identity_linked: {
    status: 409,
    message: 'Your account is already linked to one at this provider. Unlink it first.',
  },
  identity_taken: { status: 409, message: 'Another account here is linked to it.' },
  last_way_in: {
    status: 409,
    message: 'This is the only way into your account. First choose a password or add another way to sign in.',
  },
  own_factor_needed: {
    status: 409,
    message: 'First set up a second factor for your own account, and sign in with it.',
  },
  totp_on: { status: 409, message: 'Your account already has an authenticator app.' },
  totp_off: { status: 409, message: 'Your account has no authenticator app.' },
  last_admin: { status: 409, message: 'The last admin cannot be demoted.' },
  deck_expired: { status: 410, message: 'This deck has expired. Please start a new one.' },
  sign_in_expired: { status: 410, message: 'This sign-in has expired. Please sign in again.' },
  totp_setup_expired: { status: 410, message: 'This took too long. Please start again.' },
  precondition_failed: { status: 412, message: 'The stored version differs from the one in the request.' },
  body_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Please send JSON.' },
  range_not_satisfiable: { status: 416, message: 'The requested range does not exist.' },
  expectation_failed: { status: 417, message: 'This server does not support this Expect header.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This idempotency key was used for another request.',
  },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again in a moment.' },
  unavailable: { status: 503, message: 'The service is busy. Please try again in a moment.' },
  storage_full: { status: 503, message: 'The server has no storage space left. Please tell its operator.' },
  took_too_long: { status: 503, message: 'This took too long, so it was stopped. Please try again later.' },
  picture_not_drawn: { status: 503, message: 'This picture can’t be drawn. Please try again in a minute.' },
  outcome_unknown: {
    status: 504,
    message: 'The connection was lost before your change was confirmed. Please check it, or try again.',
  },
}) satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

const codes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];

export const ErrorBody = z.object({
  code: z.enum(codes),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  work: z.optional(WorkChallenge),
  /**
   * Current values of the fields that were changed, with `settings_changed`. Parts of a field are separated by a dot. Long texts
   * are shortened.
   */
  changes: z.optional(z.record(z.string(), z.json())),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

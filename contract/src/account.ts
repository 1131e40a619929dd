import * as z from 'zod/mini';
import { AppStatus } from './apps.ts';
import { AuditAction } from './audit-log.ts';
import { AuthProvider, CurrentUser, Email, PASSWORD_MAX } from './auth.ts';
import { matchingPasswords, newPassword } from './signup.ts';
import { InteractionType } from './interactions.ts';
import { Count, Id, Message, Moment, text } from './primitives.ts';
import { ReportKind, ReportStatus } from './reports.ts';
import { route } from './route.ts';
import { VoteType } from './votes.ts';

/** What the link in a mail carries behind `#token=`. */
const LinkToken = z
  .string('This link is not complete')
  .check(z.regex(/^[\w-]{43}$/, 'This link is not complete'));

/** A password that exists already: whatever the rules for new ones say. */
const ExistingPassword = text(PASSWORD_MAX).check(z.minLength(1, 'Please enter your password'));

export const ForgotPasswordForm = z.object({ email: Email });

/** Sends a link to choose a new password, if the address has an account; answers the same if it has none. */
export const forgotPassword = route({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Ask for a link to choose a new password',
  access: 'public',
  body: ForgotPasswordForm,
  response: Message,
});

export const ResetPasswordForm = z.object({ token: LinkToken, ...newPassword }).check(matchingPasswords());

/** Sets the password, confirms the address that the link came to, and ends every session of the account. */
export const resetPassword = route({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password with the link from the mail',
  access: 'public',
  body: ResetPasswordForm,
  response: Message,
  errors: ['token_invalid', 'suspended'],
});

export const ChangePasswordForm = z
  .object({ currentPassword: ExistingPassword, ...newPassword })
  .check(matchingPasswords());

/** Changes the password; this session goes on under a new cookie, all others end. */
export const changePassword = route({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password',
  access: 'member',
  keyless: true,
  body: ChangePasswordForm,
  response: CurrentUser,
  errors: ['wrong_password', 'no_password'],
});

export const VerifyEmailForm = z.object({
  token: LinkToken,
  /** If true, the call changes nothing if it would reset the password. `isConfirmed` is then false. */
  keepPassword: z.optional(z.boolean()),
});

/**
 * Confirms the address that the link was sent to and ends the other sessions of the account. Without a session of the
 * account, it also resets the password: someone else may have signed up with this address. Opening the link again changes
 * nothing.
 */
export const verifyEmail = route({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Confirm the email address with the link from the mail',
  access: 'public',
  body: VerifyEmailForm,
  response: z.extend(Message, {
    isConfirmed: z.boolean(),
    /** For `resetPassword`, if the password was reset; otherwise null. */
    passwordToken: z.nullable(z.string()),
  }),
  errors: ['token_invalid'],
});

/** Sends the link to confirm one's address again; nothing is sent when it is confirmed already. */
export const resendVerification = route({
  method: 'POST',
  path: '/api/auth/resend-verification',
  summary: 'Ask for the link to confirm the address again',
  access: 'member',
  response: Message,
});

/** Ends the sessions of the account on all devices, or on all but this one. */
export const logoutEverywhere = route({
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  summary: 'End the sessions on all devices',
  access: 'member',
  keyless: true,
  body: z.object({ devices: z.enum(['all', 'others']) }),
  response: 'empty',
});

/** What the account section of the profile shows. */
export const accountStatus = route({
  method: 'GET',
  path: '/api/user/account',
  summary: 'What the account is made of',
  access: 'member',
  response: z.object({
    isEmailVerified: z.boolean(),
    hasPassword: z.boolean(),
    /** The ways to sign in besides the password. */
    linkedProviders: z.array(AuthProvider),
    sessions: Count,
    /** What deleting the account touches: approved apps lose their submitter, everything else goes. */
    belongings: z.object({ approvedApps: Count, otherApps: Count, votes: Count, reports: Count }),
  }),
});

export const DeleteAccountForm = z.object({ email: Email, password: z.optional(ExistingPassword) });

/**
 * Deletes the account and what is kept of the person. Approved apps stay in the deck without a submitter; the email
 * typed again, and the password where there is one, show that it is meant.
 */
export const deleteAccount = route({
  method: 'POST',
  path: '/api/user/delete-account',
  summary: 'Delete the account',
  access: 'member',
  keyless: true,
  body: DeleteAccountForm,
  response: 'empty',
  errors: ['wrong_password', 'last_admin'],
});

/** Everything that is kept of a person; what only protects them (hashes of passwords and cookies) is left out. */
export const OwnData = z.object({
  account: z.extend(CurrentUser, {
    hasPassword: z.boolean(),
    googleId: z.nullable(z.string()),
    platformId: z.nullable(z.string()),
    emailVerifiedAt: z.nullable(Moment),
    durationsSentAt: z.nullable(Moment),
    handle: z.nullable(z.string()),
    updatedAt: Moment,
  }),
  sessions: z.array(z.object({ createdAt: Moment, lastSeenAt: Moment, expiresAt: Moment })),
  submittedApps: z.array(
    z.object({
      id: Id,
      title: z.string(),
      description: z.string(),
      url: z.string(),
      category: z.string(),
      tags: z.array(z.string()),
      status: AppStatus,
      reviewReason: z.nullable(z.string()),
      reviewedAt: z.nullable(Moment),
      verifiedAt: z.nullable(Moment),
      withdrawnAt: z.nullable(Moment),
      createdAt: Moment,
    }),
  ),
  /** Addresses that wait for review. */
  waitingUrls: z.array(z.object({ appId: Id, url: z.string(), createdAt: Moment })),
  /** Titles and descriptions that wait for review. */
  waitingWords: z.array(
    z.object({
      appId: Id,
      title: z.nullable(z.string()),
      description: z.nullable(z.string()),
      createdAt: Moment,
    }),
  ),
  /** What their apps were when they were approved. */
  approvedVersions: z.array(
    z.object({
      appId: Id,
      title: z.nullable(z.string()),
      description: z.nullable(z.string()),
      category: z.nullable(z.string()),
      tags: z.nullable(z.array(z.string())),
      approvedAt: z.nullable(Moment),
    }),
  ),
  votes: z.array(z.object({ appId: Id, voteType: VoteType, createdAt: Moment })),
  interactions: z.array(
    z.object({ appId: Id, interactionType: InteractionType, durationMs: Count, createdAt: Moment }),
  ),
  seenApps: z.array(z.object({ appId: Id, lastViewedAt: Moment, viewCountedAt: z.nullable(Moment) })),
  /** Their decks, and the pages dealt from them. */
  decks: z.array(z.object({ id: Id, kind: z.literal('best'), startedAt: Moment })),
  deckPages: z.array(
    z.object({
      deckId: Id,
      page: Count,
      dealtAt: Moment,
      appIds: z.array(Id),
      /** One letter per app: f fresh, n newcomer, r recycled, k ranked, u unreachable. */
      reasons: z.string(),
    }),
  ),
  /** What they say of themselves on their page as a maker; at most one. */
  makerPages: z.array(
    z.object({
      name: z.string(),
      line: z.string(),
      links: z.array(z.string()),
      createdAt: Moment,
      updatedAt: Moment,
    }),
  ),
  /** Which mails they want, where they have said so; at most one. */
  mailPreferences: z.array(z.object({ milestones: z.boolean(), weekly: z.boolean() })),
  reports: z.array(
    z.object({
      appId: Id,
      kind: z.nullable(ReportKind),
      reason: z.string(),
      status: ReportStatus,
      /** A letter for each network that reports came from: only a hash is stored. Null where it is not kept any more. */
      network: z.nullable(z.string()),
      createdAt: Moment,
    }),
  ),
  errorReports: z.array(
    z.object({
      errorType: z.string(),
      errorMessage: z.string(),
      stackTrace: z.nullable(z.string()),
      url: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
      additionalData: z.unknown(),
      createdAt: Moment,
    }),
  ),
  /** What they noted of apps as a moderator. */
  notes: z.array(z.object({ appId: Id, text: z.string(), createdAt: Moment })),
  /** What they did as an admin, or with their own apps. */
  adminActs: z.array(z.object({ action: AuditAction, targetId: z.nullable(Id), createdAt: Moment })),
});
export type OwnData = z.infer<typeof OwnData>;

export const downloadData = route({
  method: 'GET',
  path: '/api/user/data',
  summary: 'Download everything that is kept of oneself',
  access: 'member',
  response: OwnData,
});

import * as z from 'zod/mini';
import { AppStatus } from '../apps/apps.ts';
import { AuditAction } from '../instance/audit-log.ts';
import { AuthProvider, CurrentUser, Email, PASSWORD_MAX } from '../sign-in/auth.ts';
import { PendingEmail, PreviousEmail } from './change-email.ts';
import { matchingPasswords, newPassword } from '../sign-in/signup.ts';
import { deckKinds } from '../feed/decks.ts';
import { HiddenKind } from '../feed/hidden.ts';
import { InteractionType } from '../feed/interactions.ts';
import { listingWords, makerFields, schemasOf } from '../apps/listing.ts';
import { Passkey } from '../sign-in/passkeys.ts';
import { Count, Id, LinkToken, Message, Moment, text } from '../wire/primitives.ts';
import { ReportKind, ReportStatus } from '../moderation/reports.ts';
import { roles } from './roles.ts';
import { route } from '../wire/route.ts';
import { Device, SecurityEntry } from './security-log.ts';
import { scopes } from './scopes.ts';
import { VoteType } from '../feed/votes.ts';
import { message } from '../wire/message.ts';

/** Password of an existing account. It may predate the rules for new ones. */
export const ExistingPassword = text(PASSWORD_MAX).check(
  z.minLength(1, message('Please enter your password')),
);

export const ForgotPasswordForm = z.object({ email: Email });

export const forgotPassword = route({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Request a password reset link',
  access: 'public',
  body: ForgotPasswordForm,
  response: Message,
});

export const ResetPasswordForm = z.object({ token: LinkToken, ...newPassword }).check(matchingPasswords());

export const resetPassword = route({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Reset the password with the token from the mail',
  access: 'public',
  body: ResetPasswordForm,
  response: Message,
  errors: ['token_invalid', 'suspended'],
});

export const ChangePasswordForm = z
  .object({ currentPassword: ExistingPassword, ...newPassword })
  .check(matchingPasswords());

/** Ends all other sessions. This session gets a new cookie. */
export const changePassword = route({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password',
  access: 'account',
  proof: 'password',
  keyless: true,
  body: ChangePasswordForm,
  response: CurrentUser,
  errors: ['wrong_password', 'no_password'],
});

export const VerifyEmailForm = z.object({
  token: LinkToken,
  /** If true, changes nothing if the password would be reset. */
  keepPassword: z.optional(z.boolean()),
});

/** Without a session of the account, also resets the password, because someone else may have signed up with the address. */
export const verifyEmail = route({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Confirm the email address with the token from the mail',
  access: 'public',
  body: VerifyEmailForm,
  response: z.extend(Message, {
    isConfirmed: z.boolean(),
    passwordToken: z.nullable(z.string()),
  }),
  errors: ['token_invalid'],
});

export const resendVerification = route({
  method: 'POST',
  path: '/api/auth/resend-verification',
  summary: 'Send the confirmation mail again',
  access: 'account',
  response: Message,
});

export const logoutEverywhere = route({
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  summary: 'End the sessions on all devices, or on all but this one',
  access: 'account',
  keyless: true,
  body: z.object({ devices: z.enum(['all', 'others']) }),
  response: 'empty',
});

export const accountStatus = route({
  method: 'GET',
  path: '/api/user/account',
  summary: 'Get the status of the account',
  access: 'account',
  response: z.object({
    isEmailVerified: z.boolean(),
    pendingEmail: z.nullable(z.string()),
    hasPassword: z.boolean(),
    linkedProviders: z.array(AuthProvider),
    readsLanguages: z.nullable(z.array(z.string())),
    belongings: z.object({ approvedApps: Count, otherApps: Count, votes: Count, reports: Count }),
  }),
});

export const DeleteAccountForm = z.object({ email: Email, password: z.optional(ExistingPassword) });

export const deleteAccount = route({
  method: 'POST',
  path: '/api/user/delete-account',
  summary: 'Delete the account',
  access: 'account',
  proof: 'password',
  keyless: true,
  body: DeleteAccountForm,
  response: 'empty',
  errors: ['wrong_password', 'last_admin'],
});

const approvedWords = Object.fromEntries(
  listingWords.map((name) => [name, z.nullable(makerFields[name].stored)]),
);

const StoredVote = z.object({
  appId: Id,
  voteType: VoteType,
  createdAt: Moment,
  isSeenInDeck: z.boolean(),
});

/** All stored data of a user, without hashes of passwords and cookies. */
export const OwnData = z.object({
  account: z.extend(CurrentUser, {
    hasPassword: z.boolean(),
    googleId: z.nullable(z.string()),
    platformId: z.nullable(z.string()),
    googleLinkedAt: z.nullable(Moment),
    platformLinkedAt: z.nullable(Moment),
    googleEmail: z.nullable(z.string()),
    platformEmail: z.nullable(z.string()),
    linksByEmail: z.boolean(),
    emailVerifiedAt: z.nullable(Moment),
    approvedAt: z.nullable(Moment),
    refusedAt: z.nullable(Moment),
    durationsSentAt: z.nullable(Moment),
    historyClearedAt: z.nullable(Moment),
    tasteClearedAt: z.nullable(Moment),
    readsLanguages: z.nullable(z.array(z.string())),
    handle: z.nullable(z.string()),
    givenRole: z.enum(roles),
    claimedRole: z.enum(roles),
    claimLostAt: z.nullable(Moment),
    termsVersion: z.nullable(Count),
    termsAcceptedAt: z.nullable(Moment),
    updatedAt: Moment,
  }),
  sessions: z.array(
    z.object({
      id: Id,
      device: z.nullable(Device),
      network: z.nullable(z.string()),
      createdAt: Moment,
      lastSeenAt: Moment,
      expiresAt: Moment,
    }),
  ),
  securityEvents: z.array(SecurityEntry),
  passkeys: z.array(Passkey),
  apiTokens: z.array(
    z.object({
      name: z.string(),
      scopes: z.array(z.enum(scopes)),
      createdAt: Moment,
      expiresAt: Moment,
      lastUsedAt: z.nullable(Moment),
    }),
  ),
  authenticatorApps: z.array(z.object({ confirmedAt: Moment })),
  pendingEmails: z.array(PendingEmail),
  previousEmails: z.array(PreviousEmail),
  submittedApps: z.array(
    z.object({
      id: Id,
      ...schemasOf(makerFields, 'stored'),
      status: AppStatus,
      reviewReason: z.nullable(z.string()),
      reviewedAt: z.nullable(Moment),
      verifiedAt: z.nullable(Moment),
      withdrawnAt: z.nullable(Moment),
      createdAt: Moment,
    }),
  ),
  waitingUrls: z.array(z.object({ appId: Id, url: z.string(), createdAt: Moment })),
  waitingWords: z.array(
    z.object({
      appId: Id,
      title: z.nullable(z.string()),
      description: z.nullable(z.string()),
      createdAt: Moment,
    }),
  ),
  waitingVersions: z.array(z.object({ appId: Id, note: z.string(), createdAt: Moment })),
  approvedVersions: z.array(
    z.object({
      appId: Id,
      ...approvedWords,
      approvedAt: z.nullable(Moment),
    }),
  ),
  votes: z.array(StoredVote),
  voteNetworks: z.array(z.object({ appId: Id, network: z.string(), votedAt: Moment })),
  dealtViews: z.array(z.object({ appId: Id, network: z.nullable(z.string()), viewedAt: Moment })),
  interactions: z.array(
    z.object({ appId: Id, interactionType: InteractionType, durationMs: Count, createdAt: Moment }),
  ),
  seenApps: z.array(
    z.object({ appId: Id, lastViewedAt: Moment, viewCountedAt: z.nullable(Moment), isViewed: z.boolean() }),
  ),
  decks: z.array(
    z.object({ id: Id, kind: z.enum(deckKinds), value: z.nullable(z.string()), startedAt: Moment }),
  ),
  deckPages: z.array(
    z.object({
      deckId: Id,
      page: Count,
      dealtAt: Moment,
      appIds: z.array(Id),
      reasons: z.string(),
      because: z.nullable(z.array(z.nullable(Id))),
    }),
  ),
  avoidedApps: z.array(z.object({ appId: Id, createdAt: Moment })),
  /** Votes that an admin has taken back. An undo would restore them. */
  takenVotes: z.array(z.extend(StoredVote, { network: z.nullable(z.string()) })),
  voteGroups: z.array(z.object({ observed: Count, expected: z.number() })),
  hidden: z.array(z.object({ kind: HiddenKind, value: z.string(), createdAt: Moment })),
  makerPages: z.array(
    z.object({
      name: z.string(),
      line: z.string(),
      links: z.array(z.string()),
      createdAt: Moment,
      updatedAt: Moment,
    }),
  ),
  mailPreferences: z.array(z.object({ milestones: z.boolean(), weekly: z.boolean() })),
  reports: z.array(
    z.object({
      appId: Id,
      kind: z.nullable(ReportKind),
      reason: z.string(),
      status: ReportStatus,
      /** A letter for each distinct network, or null once its hash is deleted. */
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
  applications: z.array(z.object({ answer: z.string(), answeredAt: Moment, reason: z.nullable(z.string()) })),
  usedInvitations: z.array(z.object({ invitationId: Id, createdAt: Moment })),
  notes: z.array(z.object({ appId: Id, text: z.string(), createdAt: Moment })),
  adminActs: z.array(z.object({ action: AuditAction, targetId: z.nullable(Id), createdAt: Moment })),
});
export type OwnData = z.infer<typeof OwnData>;

export const downloadData = route({
  method: 'GET',
  path: '/api/user/data',
  summary: 'Download all stored data about yourself',
  access: 'account',
  scope: 'data:read',
  response: OwnData,
});

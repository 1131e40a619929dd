import type { Scope } from '@zapdeck/contract/accounts/scopes';
import {
  DAY_AHEAD,
  type ExampleCalls,
  isGone,
  linkTokenHash,
  linkTokenOf,
  none,
  page,
  type Stage,
  whereAudited,
  whereUser,
} from './example-call.ts';
import { TEST_PASSWORD } from './test-app.ts';

const passwords = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
const scopes: Scope[] = ['apps:read'];
const needsProvider = 'Needs a sign-in with a provider.';

const linkToken = (purpose: string) =>
  `INSERT INTO account_tokens (hash, user_id, purpose, expires_at)
   VALUES (${linkTokenHash}, :mark, '${purpose}', now() + interval '1 hour');`;
/** The mail waits, or was sent with a link: its job is then deleted. */
const linkMail = (kind: string, purpose: string) =>
  `(EXISTS (SELECT FROM jobs.job WHERE data::text LIKE '%"${kind}"%' AND data::text LIKE '%' || :mark || '%')
    OR EXISTS (SELECT FROM account_tokens WHERE user_id = :mark AND purpose = '${purpose}'))`;
const moved = `'moved-' || :mark || '@example.org'`;
const pendingEmail = `INSERT INTO pending_emails (id, user_id, email, token_hash, expires_at)
  VALUES (:mark, :mark, ${moved}, ${linkTokenHash}, now() + interval '1 hour');`;
const hasMoved = whereUser(`email = ${moved}`);
const hasToken = 'EXISTS (SELECT FROM api_tokens WHERE user_id = :mark)';
const secondSession = `INSERT INTO sessions (id, sid, user_id, expire)
  VALUES (:mark, 'second ' || :mark, :mark, now() + interval '1 day');`;
const applies = `UPDATE users SET must_be_approved = true, email_verified_at = now() WHERE id = :mark;
  INSERT INTO applications (user_id, answer, answered_at) VALUES (:mark, 'I make games', now());`;

/** Calls about sign-in, sessions, the own account, invitations and approval. */
export const accountCalls = ({ userId, reportId, email, unique }: Stage) =>
  ({
    currentUser: none,
    login: {
      body: { email, password: TEST_PASSWORD },
      stored: '(SELECT count(*) FROM sessions WHERE user_id = :mark) > 1',
    },
    signup: {
      body: { email: `${unique}@example.org`, ...passwords, firstName: 'A', lastName: 'B' },
      stored: `EXISTS (SELECT FROM users WHERE email = :mark || '@example.org')`,
    },
    continueAsGuest: { unmarked: 'A guest has a random id: a 503 leaves nothing to look for.' },
    logout: none,
    loginRedirect: none,
    signInProviders: none,
    googleLogin: { refused: 'provider_not_configured', query: { returnTo: '/home' } },
    googleCallback: { refused: 'provider_not_configured' },
    platformLogin: { refused: 'provider_not_configured', query: { returnTo: '/home' } },
    platformCallback: { refused: 'provider_not_configured' },
    pendingAccount: { refused: 'sign_in_expired' },
    createPendingAccount: {
      refused: 'sign_in_expired',
      body: { id: userId, termsVersion: 1 },
      unmarked: needsProvider,
    },
    dropPendingAccount: { unmarked: needsProvider },
    completeSignIn: {
      refused: 'sign_in_expired',
      body: { id: userId, code: '123456' },
      unmarked: needsProvider,
    },
    acceptTerms: {
      body: { termsVersion: 1 },
      unmarked: 'Stores nothing without terms in force, which close other routes.',
    },
    forgotPassword: { body: { email }, stored: linkMail('reset', 'reset_password') },
    resetPassword: {
      refused: 'token_invalid',
      before: linkToken('reset_password'),
      body: { token: linkTokenOf(unique), ...passwords },
      stored: 'NOT EXISTS (SELECT FROM account_tokens WHERE user_id = :mark)',
    },
    verifyEmail: {
      refused: 'token_invalid',
      before: `UPDATE users SET email_verified_at = NULL WHERE id = :mark; ${linkToken('verify_email')}`,
      body: { token: linkTokenOf(unique) },
      stored: whereUser('email_verified_at IS NOT NULL'),
    },
    resendVerification: {
      before: 'UPDATE users SET email_verified_at = NULL WHERE id = :mark;',
      stored: linkMail('verify', 'verify_email'),
    },
    changeEmail: {
      body: { email: `moved-${unique}@example.org` },
      stored: 'EXISTS (SELECT FROM pending_emails WHERE user_id = :mark)',
    },
    cancelEmailChange: {
      before: pendingEmail,
      stored: 'NOT EXISTS (SELECT FROM pending_emails WHERE user_id = :mark AND token_hash IS NOT NULL)',
    },
    confirmEmailChange: {
      refused: 'token_invalid',
      before: pendingEmail,
      body: { token: linkTokenOf(unique) },
      stored: hasMoved,
    },
    undoEmailChange: {
      refused: 'token_invalid',
      before: `INSERT INTO previous_emails (id, user_id, email, undoable_until, undo_hash, had_google, had_platform)
        VALUES (:mark, :mark, ${moved}, now() + interval '1 hour', ${linkTokenHash}, false, false);`,
      body: { token: linkTokenOf(unique) },
      stored: hasMoved,
    },
    ownSessions: none,
    endOwnSession: {
      refused: 'session_not_found',
      params: { id: reportId },
      before: secondSession,
      stored: isGone('sessions'),
    },
    personSessions: { params: { id: userId } },
    endPersonSession: {
      refused: 'session_not_found',
      params: { id: reportId },
      before: secondSession,
      stored: isGone('sessions'),
    },
    ownSecurityLog: page,
    securityLog: { query: { ...page.query, user: userId, event: 'signed_in' } },
    changePassword: {
      body: { currentPassword: TEST_PASSWORD, ...passwords },
      // The admin was created with the same hash. Each hash has a salt of its own.
      stored: whereUser('password_hash <> (SELECT password_hash FROM users WHERE id = :admin)'),
    },
    logoutEverywhere: {
      body: { devices: 'all' },
      stored: 'NOT EXISTS (SELECT FROM sessions WHERE user_id = :mark)',
    },
    setLanguage: { body: { language: 'de' }, stored: whereUser("language = 'de'") },
    setReadLanguages: {
      body: { languages: ['de', 'en'] },
      stored: whereUser("reads_languages = '{de,en}'"),
    },
    accountStatus: none,
    deleteAccount: { body: { email, password: TEST_PASSWORD }, stored: isGone('users') },
    downloadData: none,
    mailPreferences: none,
    changeMailPreferences: {
      body: { weekly: true },
      stored: 'EXISTS (SELECT FROM mail_preferences WHERE user_id = :mark AND weekly)',
    },
    apiTokens: none,
    createApiToken: {
      body: { name: 'Build server', scopes, expiresAt: `${DAY_AHEAD}T00:00:00.000Z` },
      stored: hasToken,
    },
    revokeApiToken: {
      refused: 'api_token_not_found',
      params: { id: reportId },
      before: `INSERT INTO api_tokens (id, user_id, hash, name, scopes, expires_at)
        VALUES (:mark, :mark, :mark, 'Build server', '{apps:read}', now() + interval '1 day');`,
      stored: `NOT ${hasToken}`,
    },
    linkedIdentities: none,
    linkIdentity: {
      refused: 'provider_not_configured',
      params: { provider: 'google' },
      unmarked: 'Needs a provider.',
    },
    unlinkIdentity: {
      refused: 'identity_not_found',
      params: { provider: 'google' },
      before: `UPDATE users SET google_id = 'https://g.example ' || :mark WHERE id = :mark;`,
      stored: whereUser('google_id IS NULL'),
    },
    checkInvitation: { body: { invitation: 'unknown' }, unmarked: 'Only reads.' },
    invitations: page,
    createInvitation: { body: { uses: 1, days: 7 }, stored: whereAudited('invitation.created') },
    revokeInvitation: {
      refused: 'invitation_not_found',
      params: { id: reportId },
      before: `INSERT INTO invitations (id, hash, uses_max, uses_left, expires_at)
        VALUES (:mark, :mark, 1, 1, now() + interval '1 day');`,
      stored: 'EXISTS (SELECT FROM invitations WHERE id = :mark AND revoked_at IS NOT NULL)',
    },
    ownApplication: none,
    answerQuestion: {
      refused: 'already_decided',
      before: applies,
      body: { answer: 'I make small games.' },
      stored: "EXISTS (SELECT FROM applications WHERE user_id = :mark AND answer = 'I make small games.')",
    },
    applications: page,
    decideApplication: {
      refused: 'user_not_found',
      params: { id: reportId },
      before: applies,
      body: { decision: 'refused', reason: 'Spam' },
      stored: whereUser('refused_at IS NOT NULL'),
    },
    undoApplicationDecision: {
      refused: 'decision_not_found',
      params: { id: reportId },
      before: `${applies} UPDATE users SET approved_at = now() WHERE id = :mark;
        UPDATE applications SET decided_by = :admin WHERE user_id = :mark;`,
      stored: whereUser('approved_at IS NULL'),
    },
  }) satisfies Partial<ExampleCalls>;

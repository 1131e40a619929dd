import { routes } from '@zapdeck/contract/wire/routes';
import { formBody, pictureBody } from './example-bodies.ts';
import { writtenApprovals } from './written-approvals.ts';
import { unmarkedPasskeys, writtenPasskeys } from './written-passkeys.ts';
import { writtenEmails } from './written-emails.ts';
import { writtenReasons } from './written-reasons.ts';
import { writtenChoices } from './written-choices.ts';
import { writtenCredentials } from './written-credentials.ts';
import { unmarkedFactors, writtenFactors } from './written-factors.ts';
import { savesKind, unmarkedInstance, writtenInstance } from './written-instance.ts';
import { writtenSessions } from './written-sessions.ts';
import { writtenTakebacks } from './written-takebacks.ts';
import { settingsOf } from './written-settings.ts';

/**
 * Ids of the rows for one call. `mark` is the id of a member, of their approved app and of a report about it. `admin` is the
 * id of an admin.
 */
export interface Subject {
  mark: string;
  admin: string;
  /** Number that differs between successive calls, for settings that cannot contain the mark. */
  turn: number;
}

/** Input of one call of a route, and SQL that finds its effect. `:mark` and `:admin` are replaced by the ids. */
interface WritingRoute {
  /** SQL that runs before the call. */
  before?: string | ((subject: Subject) => string);
  body?: (subject: Subject) => object;
  /** A body that is not JSON. */
  raw?: (subject: Subject) => { payload: string; type: string };
  /** SQL condition: the call is stored. */
  stored: string;
}

export const SUBJECT_PASSWORD = 'correct-horse-9';
const NEW_PASSWORD = 'correct-horse-10';
/** The `updated_at` of the subject's app. */
export const APP_UPDATED_AT = '2026-01-01T00:00:00.000Z';

export const hostOf = (mark: string) => `${mark}.example.org`;
export const emailOf = (mark: string) => `subject-${mark}@zaps.test`;
/** Token of a link for the subject: 43 characters. */
const linkTokenOf = (mark: string) => `${mark}-token0`;

const app = (condition: string) => `EXISTS (SELECT FROM apps WHERE id = :mark AND ${condition})`;
const user = (condition: string) => `EXISTS (SELECT FROM users WHERE id = :mark AND ${condition})`;
const audited = (action: string) =>
  `EXISTS (SELECT FROM audit_log WHERE actor_id = :admin AND action = '${action}')`;
const savedIn = (table: string) => `EXISTS (SELECT FROM ${table} WHERE saved_by = :admin)`;
/** The mail waits, or was sent with a link: its job is then deleted. */
const linkMail = (kind: string, purpose: string) =>
  `(EXISTS (SELECT FROM jobs.job WHERE data::text LIKE '%"${kind}"%' AND data::text LIKE '%' || :mark || '%')
    OR EXISTS (SELECT FROM account_tokens WHERE user_id = :mark AND purpose = '${purpose}'))`;
const hasInteraction = 'EXISTS (SELECT FROM user_app_interactions WHERE user_id = :mark)';
const hasNoSession = 'NOT EXISTS (SELECT FROM sessions WHERE user_id = :mark)';
const isGone = (table: string) => `NOT EXISTS (SELECT FROM ${table} WHERE id = :mark)`;

const setStatus = (status: string) => `UPDATE apps SET status = '${status}' WHERE id = :mark;`;
const linkToken = (purpose: string) =>
  `INSERT INTO account_tokens (hash, user_id, purpose, expires_at)
   VALUES (encode(sha256((:mark || '-token0')::bytea), 'hex'), :mark, '${purpose}', now() + interval '1 hour');`;
const insertHost = `INSERT INTO host_rules (host, host_key, rule) VALUES (:mark || '.example.org', :mark, 'trusted');`;
const marked = {
  login: {
    body: ({ mark }) => ({ email: emailOf(mark), password: SUBJECT_PASSWORD }),
    stored: '(SELECT count(*) FROM sessions WHERE user_id = :mark) > 1',
  },
  prove: {
    before: 'UPDATE sessions SET proved_at = NULL WHERE user_id = :mark;',
    body: () => ({ password: SUBJECT_PASSWORD }),
    stored: 'EXISTS (SELECT FROM sessions WHERE user_id = :mark AND proved_at IS NOT NULL)',
  },
  signup: {
    body: ({ mark }) => ({
      email: `new-${mark}@zaps.test`,
      firstName: 'Robin',
      password: SUBJECT_PASSWORD,
      confirmPassword: SUBJECT_PASSWORD,
    }),
    stored: `EXISTS (SELECT FROM users WHERE email = 'new-' || :mark || '@zaps.test')`,
  },
  forgotPassword: {
    body: ({ mark }) => ({ email: emailOf(mark) }),
    stored: linkMail('reset', 'reset_password'),
  },
  resetPassword: {
    before: linkToken('reset_password'),
    body: ({ mark }) => ({
      token: linkTokenOf(mark),
      password: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    }),
    stored: 'NOT EXISTS (SELECT FROM account_tokens WHERE user_id = :mark)',
  },
  changePassword: {
    body: () => ({
      currentPassword: SUBJECT_PASSWORD,
      password: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    }),
    stored: user('password_hash <> (SELECT password_hash FROM users WHERE id = :admin)'),
  },
  verifyEmail: {
    before: `UPDATE users SET email_verified_at = NULL WHERE id = :mark; ${linkToken('verify_email')}`,
    body: ({ mark }) => ({ token: linkTokenOf(mark) }),
    stored: user('email_verified_at IS NOT NULL'),
  },
  logoutEverywhere: {
    body: () => ({ devices: 'all' }),
    stored: hasNoSession,
  },
  deleteAccount: {
    body: ({ mark }) => ({ email: emailOf(mark), password: SUBJECT_PASSWORD }),
    stored: isGone('users'),
  },
  castVote: {
    body: ({ mark }) => ({ appId: mark, voteType: 'up', mode: 'cast' }),
    stored: 'EXISTS (SELECT FROM votes WHERE user_id = :mark)',
  },
  recordInteraction: {
    body: ({ mark }) => ({ appId: mark, interactionType: 'view', duration: 500 }),
    stored: hasInteraction,
  },
  recordInteractions: {
    body: ({ mark }) => ({
      batchId: mark,
      interactions: [{ appId: mark, interactionType: 'like', duration: 500 }],
    }),
    stored: hasInteraction,
  },
  recordDurations: {
    body: ({ mark }) => ({ batchId: mark, durations: { [mark]: 500 } }),
    stored: 'EXISTS (SELECT FROM duration_batches WHERE user_id = :mark)',
  },
  reportZapCount: { body: () => ({ zapCount: 7 }), stored: user('zap_count = 7') },
  reportApp: {
    body: ({ mark }) => ({ appId: mark, reason: 'Marked' }),
    stored: `EXISTS (SELECT FROM reports WHERE app_id = :mark AND reason = 'Marked')`,
  },
  submitApp: {
    body: ({ mark }) => ({
      title: 'T',
      description: 'D',
      category: 'Games',
      url: `https://new-${hostOf(mark)}/`,
    }),
    stored: `EXISTS (SELECT FROM apps WHERE url = 'https://new-' || :mark || '.example.org/')`,
  },
  editOwnApp: { body: () => ({ category: 'Games' }), stored: app(`category = 'Games'`) },
  resubmitApp: { before: setStatus('rejected'), stored: app(`status = 'pending'`) },
  withdrawApp: { stored: app('withdrawn_at IS NOT NULL') },
  uploadAppPicture: { raw: () => pictureBody, stored: app('picture IS NOT NULL') },
  removeAppPicture: {
    before: `INSERT INTO pictures (hash, webp_160, webp_480, webp_960)
      VALUES (replace(:mark, '-', ''), '', '', '');
      UPDATE apps SET picture = replace(:mark, '-', '') WHERE id = :mark;
      INSERT INTO picture_looks (app_id, is_own) VALUES (:mark, true)
      ON CONFLICT (app_id) DO UPDATE SET is_own = true;`,
    stored: app('picture IS NULL'),
  },
  sendVersion: {
    body: () => ({ note: 'Marked' }),
    stored: "EXISTS (SELECT FROM waiting_versions WHERE app_id = :mark AND note = 'Marked')",
  },
  cancelVersion: {
    before: `INSERT INTO waiting_versions (app_id, note, asked_by) VALUES (:mark, 'New', :mark)
      ON CONFLICT DO NOTHING;`,
    stored: 'NOT EXISTS (SELECT FROM waiting_versions WHERE app_id = :mark)',
  },
  clearHistory: { body: () => ({ dealAgain: true }), stored: user('history_cleared_at IS NOT NULL') },
  countShare: { stored: 'EXISTS (SELECT FROM daily_visits WHERE app_id = :mark AND shares > 0)' },
  saveMakerPage: {
    body: ({ mark }) => ({ handle: `h-${mark.slice(-12)}`, name: 'Robin', line: '', links: [] }),
    stored: user('handle IS NOT NULL'),
  },
  removeMakerPage: {
    before: `UPDATE users SET handle = 'h-' || right(:mark, 12) WHERE id = :mark;
      INSERT INTO maker_pages (user_id, name, line, links) VALUES (:mark, 'Robin', '', '{}');`,
    stored: user('handle IS NULL'),
  },
  changeMailPreferences: {
    body: () => ({ weekly: true }),
    stored: 'EXISTS (SELECT FROM mail_preferences WHERE user_id = :mark AND weekly)',
  },
  reportError: {
    body: ({ mark }) => ({ errorType: 'CLIENT_ERROR', errorMessage: `Marked ${mark}` }),
    stored: `EXISTS (SELECT FROM error_logs WHERE error_message = 'Marked ' || :mark)`,
  },
  decideChanges: {
    before: `INSERT INTO app_baselines (app_id, approved_at, title, description, category, tags, changed_at)
      VALUES (:mark, now(), 'Before', 'D', 'Web Tools', '{}', now())
      ON CONFLICT (app_id) DO UPDATE SET title = 'Before', changed_at = now();`,
    body: () => ({ decision: 'accept', updatedAt: APP_UPDATED_AT }),
    stored: audited('app.changes_accepted'),
  },
  reviewReport: {
    body: () => ({ status: 'reviewed' }),
    stored: `EXISTS (SELECT FROM reports WHERE id = :mark AND status = 'reviewed')`,
  },
  decideReportedApp: {
    body: () => ({ decision: 'dismissed' }),
    stored: `EXISTS (SELECT FROM reports WHERE id = :mark AND status = 'dismissed')`,
  },
  writeAppNote: {
    body: () => ({ text: 'Marked' }),
    stored: 'EXISTS (SELECT FROM app_notes WHERE app_id = :mark)',
  },
  editApp: { body: () => ({ description: 'Marked' }), stored: app(`description = 'Marked'`) },
  deleteApp: { body: () => ({ updatedAt: APP_UPDATED_AT }), stored: isGone('apps') },
  setAppStatus: {
    before: setStatus('pending'),
    body: () => ({ status: 'rejected' }),
    stored: app(`status = 'rejected'`),
  },
  decideApps: {
    before: setStatus('pending'),
    body: ({ mark }) => ({ ids: [mark], decision: 'rejected' }),
    stored: app(`status = 'rejected'`),
  },
  undoDecisions: {
    before: `INSERT INTO decision_batches (id, moderator_id, undoable_until) VALUES (:mark, :admin, now());
      INSERT INTO decisions (id, app_id, moderator_id, batch_id, decision, restores, created_at)
      SELECT :mark, :mark, :admin, :mark, 'approved', '{"status": "pending"}', now();
      UPDATE apps SET updated_at = (SELECT created_at FROM decisions WHERE id = :mark) WHERE id = :mark;`,
    stored: app(`status = 'pending'`),
  },
  allowAppPicture: { body: () => ({ isAllowed: false }), stored: audited('app.picture') },
  editUser: { body: () => ({ firstName: 'Marked' }), stored: user(`first_name = 'Marked'`) },
  suspendPerson: { body: () => ({ reason: 'Spam' }), stored: user('suspended_at IS NOT NULL') },
  liftSuspension: {
    before: `UPDATE users SET suspended_at = now(), suspended_reason = 'Spam' WHERE id = :mark;`,
    stored: user('suspended_at IS NULL'),
  },
  endPersonSessions: { stored: hasNoSession },
  deletePerson: { body: () => ({ reason: 'Spam' }), stored: isGone('users') },
  saveHost: { body: () => ({ rule: 'trusted' }), stored: savedIn('host_rules') },
  removeHost: {
    before: insertHost,
    stored: `NOT EXISTS (SELECT FROM host_rules WHERE host = :mark || '.example.org')`,
  },
  saveFormulaWeights: { body: settingsOf.weights, stored: savesKind('weights') },
  saveAlgorithmParams: { body: settingsOf.algorithm, stored: savesKind('algorithm') },
  saveAdvertisementConfig: {
    body: ({ turn }) => ({ enabled: false, zapsBetweenAds: 1 + (turn % 100) }),
    stored: savesKind('advertisement'),
  },
  saveModerationSettings: { body: settingsOf.moderation, stored: savesKind('moderation') },
  setToday: { body: ({ mark }) => ({ appId: mark }), stored: audited('today.set') },
  ...writtenReasons,
  ...writtenApprovals,
  ...writtenPasskeys,
  ...writtenFactors,
  ...writtenCredentials,
  ...writtenEmails,
  ...writtenSessions,
  ...writtenTakebacks,
  ...writtenChoices,
  ...writtenInstance,
  bulkUploadApps: {
    raw: ({ mark }) =>
      formBody({
        name: 'apps.csv',
        file: `title,description,url,category\nT,D,https://bulk-${hostOf(mark)}/,Games\n`,
      }),
    stored: `EXISTS (SELECT FROM apps WHERE url = 'https://bulk-' || :mark || '.example.org/')`,
  },
  recalculateTimeStats: { stored: audited('time_stats.recalculated') },
  cleanupInteractions: { stored: audited('interactions.cleaned_up') },
} satisfies Partial<Record<keyof typeof routes, WritingRoute>>;

export const writingRoutes: Readonly<Record<keyof typeof marked, WritingRoute>> = marked;

/** Writing routes that the ledger does not call, with the reason. */
export const unmarkedRoutes: Readonly<Partial<Record<keyof typeof routes, string>>> = {
  ...unmarkedPasskeys,
  ...unmarkedFactors,
  ...unmarkedInstance,
  continueAsGuest: 'A guest has a random id: a 503 leaves nothing to look for.',
  tryApp: 'Starts a guest session, like continueAsGuest.',
  lookAround: 'Starts a guest session, like continueAsGuest.',
  checkInvitation: 'Only reads.',
  acceptTerms: 'Stores nothing without terms in force, which close other routes.',
  createPendingAccount: 'Needs a sign-in with a provider.',
  completeSignIn: 'Needs a sign-in with a provider.',
  linkIdentity: 'Needs a provider.',
  dropPendingAccount: 'Needs a sign-in with a provider.',
  checkApp: 'Visits the page of the app: what is stored depends on another host.',
  confirmApp: 'Visits the page of the app: what is stored depends on another host.',
  checkVerification: 'Visits the page of the app: what is stored depends on another host.',
  recalculateRankings: 'Continues in the background after its response.',
  resetStats: 'Deletes the votes that the ledger looks for.',
};

import {
  APP_UPDATED_AT,
  type ExampleCalls,
  isGone,
  none,
  page,
  setStatus,
  type Stage,
  whereApp,
  whereAudited,
  whereUser,
} from './example-call.ts';

const hasReport = (status: string) =>
  `EXISTS (SELECT FROM reports WHERE id = :mark AND status = '${status}')`;
const insertReason = `INSERT INTO canned_reasons (id, label, text) VALUES (:mark, :mark, 'T');`;
const suspends = `UPDATE users SET suspended_at = now(), suspended_reason = 'Spam' WHERE id = :mark;`;
const insertVote = `INSERT INTO votes (id, user_id, app_id, vote_type) VALUES (:mark, :mark, :mark, 'up');`;
/** A group of one member. */
const insertGroup = `INSERT INTO vote_groups (id, makers, last_found_at) VALUES (:mark, 8, now());
  INSERT INTO vote_group_members (group_id, user_id, observed, expected) VALUES (:mark, :mark, 8, 0.5);`;

const appsUnderReview = ({ appId, userId, unique }: Stage) => {
  const params = { id: appId };
  return {
    languagesInUse: none,
    adminApps: { query: { ...page.query, search: 'piano', status: 'approved', sort: 'views' } },
    pendingApps: {
      query: {
        ...page.query,
        search: 'piano',
        sort: 'title',
        verdict: 'ok',
        age: '24h',
        category: 'Games',
        submitter: userId,
        upload: appId,
      },
    },
    adminApp: { params },
    adminAppHistory: { params, ...page },
    appNotes: { params, ...page },
    writeAppNote: {
      params,
      body: { text: 'Looks like another one.' },
      stored: 'EXISTS (SELECT FROM app_notes WHERE app_id = :mark)',
    },
    changedApps: page,
    decideChanges: {
      refused: 'already_decided',
      params,
      before: `INSERT INTO app_baselines (app_id, approved_at, title, description, category, tags, changed_at)
        VALUES (:mark, now(), 'Before', 'D', 'Web Tools', '{}', now())
        ON CONFLICT (app_id) DO UPDATE SET title = 'Before', changed_at = now();`,
      body: { decision: 'accept', reason: 'Fine', updatedAt: APP_UPDATED_AT },
      stored: whereAudited('app.changes_accepted'),
    },
    adminFirstViews: none,
    editApp: {
      params,
      body: {
        title: 'T',
        description: 'Corrected',
        category: 'Games',
        tags: ['Free'],
        url: `https://${unique}.example.com/corrected`,
        thumbnailUrl: null,
        timeSpent: 5,
        status: 'approved',
        reason: null,
      },
      stored: whereApp(`description = 'Corrected'`),
    },
    deleteApp: {
      refused: 'already_decided',
      params,
      body: { reason: 'Twice the same.', updatedAt: APP_UPDATED_AT },
      stored: isGone('apps'),
    },
    setAppStatus: {
      params,
      before: setStatus('pending'),
      body: { status: 'approved', reason: 'Fine' },
      stored: whereApp(`status = 'approved'`),
    },
    decideApps: {
      before: setStatus('pending'),
      body: {
        ids: [appId],
        decision: 'rejected',
        reason: 'Broken',
        seen: { [appId]: APP_UPDATED_AT },
      },
      stored: whereApp(`status = 'rejected'`),
    },
    undoDecisions: {
      refused: 'decision_not_found',
      params,
      before: `INSERT INTO decision_batches (id, moderator_id, undoable_until) VALUES (:mark, :admin, now());
        INSERT INTO decisions (id, app_id, moderator_id, batch_id, decision, restores, created_at)
        SELECT :mark, :mark, :admin, :mark, 'approved', '{"status": "pending"}', now();
        UPDATE apps SET updated_at = (SELECT created_at FROM decisions WHERE id = :mark) WHERE id = :mark;`,
      stored: whereApp(`status = 'pending'`),
    },
    allowAppPicture: { params, body: { isAllowed: false }, stored: whereAudited('app.picture') },
  } satisfies Partial<ExampleCalls>;
};

const reports = ({ appId, reportId }: Stage) =>
  ({
    adminReports: { query: { ...page.query, status: 'pending' } },
    reviewReport: { params: { id: reportId }, body: { status: 'reviewed' }, stored: hasReport('reviewed') },
    reportedApps: { query: { ...page.query, status: 'open' } },
    reportsOfApp: { params: { id: appId }, ...page },
    decideReportedApp: {
      params: { id: appId },
      body: { decision: 'reviewed', takeDown: { reason: 'Broken' } },
      stored: hasReport('reviewed'),
    },
  }) satisfies Partial<ExampleCalls>;

/** No group and no takeback has the id, except in the ledger. */
const voteGroups = ({ appId }: Stage) => {
  const params = { id: appId };
  return {
    voteGroups: { query: { ...page.query, state: 'all' } },
    readVoteGroup: { refused: 'group_not_found', params },
    dismissVoteGroup: {
      refused: 'group_not_found',
      params,
      before: insertGroup,
      body: { isDismissed: true },
      stored: 'EXISTS (SELECT FROM vote_groups WHERE id = :mark AND dismissed_at IS NOT NULL)',
    },
    takeVotesBack: {
      refused: 'group_not_found',
      params,
      before: `${insertVote} ${insertGroup}`,
      stored: whereAudited('votes.taken_back'),
    },
    readTakeback: { refused: 'takeback_not_found', params },
    undoTakeback: {
      refused: 'takeback_not_found',
      params,
      before: 'INSERT INTO takebacks (id, settled_at) VALUES (:mark, now());',
      stored: 'EXISTS (SELECT FROM takebacks WHERE id = :mark AND undone_at IS NOT NULL)',
    },
  } satisfies Partial<ExampleCalls>;
};

const people = ({ userId }: Stage) => {
  const params = { id: userId };
  return {
    adminUsers: { query: { ...page.query, search: 'robin', role: 'regular', provider: 'email' } },
    readPerson: { params },
    personApps: { params, query: { ...page.query, status: 'pending' } },
    personReports: { params, query: { ...page.query, side: 'made' } },
    personHistory: { params, query: { ...page.query, about: 'apps' } },
    suspendPerson: {
      params,
      body: { reason: 'Spam', takesAppsOut: true },
      stored: whereUser('suspended_at IS NOT NULL'),
    },
    takePersonVotesBack: {
      refused: 'not_suspended',
      params,
      before: `${insertVote} ${suspends}`,
      stored: whereAudited('votes.taken_back'),
    },
    liftSuspension: { params, before: suspends, stored: whereUser('suspended_at IS NULL') },
    endPersonSessions: { params, stored: 'NOT EXISTS (SELECT FROM sessions WHERE user_id = :mark)' },
    deletePerson: { params, body: { reason: 'Spam' }, stored: isGone('users') },
    editUser: {
      params,
      body: { firstName: 'A', lastName: 'B', isAdmin: false, zapCount: 1 },
      stored: whereUser(`first_name = 'A'`),
    },
  } satisfies Partial<ExampleCalls>;
};

const hosts = ({ unique }: Stage) => {
  const params = { host: `${unique}.example.net` };
  return {
    adminHosts: { query: { ...page.query, search: 'example', rule: 'blocked' } },
    hostApps: { query: { ...page.query, host: 'example.org', status: 'all' } },
    saveHost: {
      params,
      body: { rule: 'blocked', note: 'Spam' },
      stored: 'EXISTS (SELECT FROM host_rules WHERE saved_by = :admin)',
    },
    removeHost: {
      refused: 'host_not_found',
      params,
      before: `INSERT INTO host_rules (host, host_key, rule) VALUES (:mark || '.example.net', :mark, 'trusted');`,
      stored: `NOT EXISTS (SELECT FROM host_rules WHERE host = :mark || '.example.net')`,
    },
  } satisfies Partial<ExampleCalls>;
};

const cannedReasons = ({ reportId, unique }: Stage) => {
  const other = { refused: 'canned_reason_not_found', params: { id: reportId }, before: insertReason };
  return {
    cannedReasons: page,
    addCannedReason: {
      body: { label: unique, text: 'It does not load.' },
      stored: 'EXISTS (SELECT FROM canned_reasons WHERE label = :mark)',
    },
    editCannedReason: {
      ...other,
      body: { text: 'It loads for ever.' },
      stored: `EXISTS (SELECT FROM canned_reasons WHERE id = :mark AND text = 'It loads for ever.')`,
    },
    deleteCannedReason: {
      ...other,
      stored: 'NOT EXISTS (SELECT FROM canned_reasons WHERE id = :mark AND retired_at IS NULL)',
    },
  } satisfies Partial<ExampleCalls>;
};

/** Calls of moderators and admins about apps, reports, people, hosts and votes. */
export const moderationCalls = (stage: Stage) => ({
  ...appsUnderReview(stage),
  ...reports(stage),
  ...voteGroups(stage),
  ...people(stage),
  ...hosts(stage),
  ...cannedReasons(stage),
});

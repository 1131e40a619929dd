import type { CallInput } from '@zapdeck/contract/wire/route';
import type { routes } from '@zapdeck/contract/wire/routes';
import { csvCalls } from './csv-calls.ts';
import { factorCalls } from './factor-calls.ts';
import { TEST_PASSWORD } from './test-app.ts';
import { instanceCalls } from './written-instance.ts';
import { registrationCalls } from './written-approvals.ts';
import { passkeyCalls } from './written-passkeys.ts';
import { credentialCalls } from './written-credentials.ts';
import { emailCalls } from './written-emails.ts';
import { exampleGroupCalls } from './example-group-calls.ts';

type Routes = typeof routes;

export type Example<T extends Routes[keyof Routes]> = CallInput<T> & {
  form?: { file: string; name: string; field?: string };
  /** Code of the refusal despite access: no link was mailed, or the app belongs to another member. */
  refused?: string;
};

interface Stage {
  appId: string;
  userId: string;
  reportId: string;
  email: string;
  unique: string;
}

const TOKEN = 'a'.repeat(43);
const weights = { upvoteWeight: 10, downvoteWeight: 5, viewWeight: 0.1, timeWeight: 0.001 };
const algorithm = {
  algorithmType: 'normal',
  appsPerPage: 20,
  maxDiversityPool: 100,
  categoryDiversityEnabled: true,
  recycledContentThreshold: 50,
  freshContentPriority: 80,
} as const;
/** A date that an admin may set, with any clock of a test. */
export const DAY_AHEAD = new Date(Date.now() + 100 * 24 * 3_600_000).toISOString().slice(0, 10);
const none = {};
const passwords = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
const page = { query: { limit: 5, offset: 0 } };

/** Returns a valid input for every endpoint. The compiler requires one for new endpoints. */
export function exampleCalls({ appId, userId, reportId, email, unique }: Stage): {
  readonly [K in keyof Routes]: Example<Routes[K]>;
} {
  return {
    readVersion: none,
    currentUser: none,
    login: { body: { email, password: TEST_PASSWORD } },
    signup: { body: { email: `${unique}@example.org`, ...passwords, firstName: 'A', lastName: 'B' } },
    continueAsGuest: none,
    logout: none,
    loginRedirect: none,
    signInProviders: none,
    googleLogin: { refused: 'provider_not_configured', query: { returnTo: '/home' } },
    googleCallback: { refused: 'provider_not_configured' },
    platformLogin: { refused: 'provider_not_configured', query: { returnTo: '/home' } },
    platformCallback: { refused: 'provider_not_configured' },
    pendingAccount: { refused: 'sign_in_expired' },
    createPendingAccount: { refused: 'sign_in_expired', body: { id: userId, termsVersion: 1 } },
    dropPendingAccount: none,
    completeSignIn: { refused: 'sign_in_expired', body: { id: userId, code: '123456' } },
    acceptTerms: { body: { termsVersion: 1 } },
    forgotPassword: { body: { email } },
    resetPassword: { refused: 'token_invalid', body: { token: TOKEN, ...passwords } },
    ...factorCalls,
    ownSessions: none,
    endOwnSession: { refused: 'session_not_found', params: { id: appId } },
    ownSecurityLog: page,
    securityLog: { query: { ...page.query, user: userId, event: 'signed_in' } },
    changePassword: { body: { currentPassword: TEST_PASSWORD, ...passwords } },
    logoutEverywhere: { body: { devices: 'others' } },
    setLanguage: { body: { language: 'en' } },
    setReadLanguages: { body: { languages: ['de', 'en'] } },
    accountStatus: none,
    deleteAccount: { body: { email, password: TEST_PASSWORD } },
    downloadData: none,
    listFeed: { query: {} },
    listDecks: none,
    listHidden: none,
    hide: { body: { kind: 'category', value: 'Games' } },
    showAgain: { body: { kind: 'category', value: 'Games' } },
    searchApps: { query: { q: 'chess', limit: 5 } },
    readToday: { query: { before: '2026-02-01', limit: 5 } },
    daysAhead: none,
    nextToday: none,
    setToday: { params: { date: DAY_AHEAD }, body: { appId: null } },
    castVote: { body: { appId, voteType: 'up', mode: 'toggle' } },
    recordInteraction: { body: { appId, interactionType: 'view', duration: 5 } },
    recordInteractions: {
      body: { batchId: appId, interactions: [{ appId, interactionType: 'view', duration: 5 }] },
    },
    recordDurations: { body: { durations: { [appId]: 5 }, batchId: appId } },
    reportZapCount: { body: { zapCount: 1 } },
    advertisementConfig: none,
    reportApp: { body: { appId, reason: 'Broken' } },
    submitApp: {
      body: {
        title: 'T',
        description: 'D',
        url: `https://${unique}.example.com/`,
        category: 'Games',
        tags: ['Free'],
      },
    },
    previewApp: { query: { url: `https://${unique}.example.com/` } },
    checkApp: { params: { id: appId } },
    confirmApp: { params: { id: appId } },
    tryApp: { params: { id: appId }, query: { deck: 'today' } },
    lookAround: { query: { deck: 'category:games' } },
    ownApps: page,
    ownAppTotals: none,
    ownApp: { refused: 'app_not_found', params: { id: appId } },
    ownAppStats: { refused: 'app_not_found', params: { id: appId } },
    firstViewsPromise: none,
    ownFirstViews: { refused: 'app_not_found', params: { id: appId } },
    sendVersion: { refused: 'app_not_found', params: { id: appId }, body: { note: 'New levels' } },
    cancelVersion: { refused: 'app_not_found', params: { id: appId } },
    adminFirstViews: none,
    countShare: { params: { id: appId } },
    ownAppHistory: { refused: 'app_not_found', params: { id: appId }, ...page },
    readVerification: { refused: 'app_not_found', params: { id: appId } },
    checkVerification: { refused: 'app_not_found', params: { id: appId } },
    editOwnApp: { refused: 'app_not_found', params: { id: appId }, body: { title: 'T', tags: ['Free'] } },
    resubmitApp: { refused: 'app_not_found', params: { id: appId } },
    withdrawApp: { refused: 'app_not_found', params: { id: appId } },
    uploadAppPicture: { refused: 'app_not_found', params: { id: appId } },
    removeAppPicture: { refused: 'app_not_found', params: { id: appId } },
    ownMakerPage: none,
    saveMakerPage: {
      body: { handle: `h-${unique.slice(0, 20)}`, name: 'N', line: '', links: [] },
    },
    removeMakerPage: none,
    mailPreferences: none,
    changeMailPreferences: { body: { weekly: true } },
    likedApps: page,
    readHistory: { query: { ...page.query, q: 'piano' } },
    clearHistory: { body: { dealAgain: true } },
    readTaste: none,
    setLess: { body: { appId, less: true } },
    clearTaste: { body: {} },
    countNewApps: none,
    reportError: {
      body: {
        errorType: 'CLIENT_ERROR',
        errorMessage: 'x',
        stackTrace: 's',
        additionalData: { a: 1 },
        url: 'u',
        userAgent: 'a',
      },
    },
    languagesInUse: {},
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
    adminApp: { params: { id: appId } },
    adminAppHistory: { params: { id: appId }, ...page },
    appNotes: { params: { id: appId }, ...page },
    writeAppNote: { params: { id: appId }, body: { text: 'Looks like another one.' } },
    changedApps: page,
    decideChanges: {
      refused: 'already_decided',
      params: { id: appId },
      body: { decision: 'accept', reason: 'Fine', updatedAt: '2026-01-01T00:00:00.000Z' },
    },
    adminStats: none,
    statsHistory: { query: { days: 30 } },
    adminUpkeep: none,
    adminUsers: { query: { ...page.query, search: 'robin', role: 'regular', provider: 'email' } },
    adminReports: { query: { ...page.query, status: 'pending' } },
    reviewReport: { params: { id: reportId }, body: { status: 'reviewed' } },
    reportedApps: { query: { ...page.query, status: 'open' } },
    reportsOfApp: { params: { id: appId }, ...page },
    decideReportedApp: {
      params: { id: appId },
      body: { decision: 'reviewed', takeDown: { reason: 'Broken' } },
    },
    waiting: none,
    auditPeople: {},
    auditLog: { query: { ...page.query, actor: userId, action: 'app.edited', target: appId } },
    adminErrorLogs: page,
    adminErrorGroups: { query: { ...page.query, type: 'CLIENT_ERROR', days: 7 } },
    adminFormulaWeights: none,
    adminAlgorithmParams: none,
    adminAdvertisementConfig: none,
    weightsHistory: page,
    algorithmHistory: page,
    advertisementHistory: page,
    feedPreview: { query: { ...algorithm, categoryDiversityEnabled: 'true', user: userId } },
    rankingPreview: { query: weights },
    editApp: {
      params: { id: appId },
      body: {
        title: 'T',
        description: 'D',
        category: 'Games',
        tags: ['Free'],
        url: `https://${unique}.example.com/corrected`,
        thumbnailUrl: null,
        timeSpent: 5,
        status: 'approved',
        reason: null,
      },
    },
    deleteApp: {
      refused: 'already_decided',
      params: { id: appId },
      body: { reason: 'Twice the same.', updatedAt: '2026-01-01T00:00:00.000Z' },
    },
    setAppStatus: { params: { id: appId }, body: { status: 'approved', reason: 'Fine' } },
    decideApps: {
      body: {
        ids: [appId],
        decision: 'rejected',
        reason: 'Broken',
        seen: { [appId]: '2026-01-01T00:00:00.000Z' },
      },
    },
    undoDecisions: { refused: 'decision_not_found', params: { id: appId } },
    allowAppPicture: { params: { id: appId }, body: { isAllowed: true } },
    ...exampleGroupCalls(appId),
    readPerson: { params: { id: userId } },
    personApps: { params: { id: userId }, query: { limit: 5, offset: 0, status: 'pending' } },
    personReports: { params: { id: userId }, query: { limit: 5, offset: 0, side: 'made' } },
    personHistory: { params: { id: userId }, query: { limit: 5, offset: 0, about: 'apps' } },
    suspendPerson: { params: { id: userId }, body: { reason: 'Spam', takesAppsOut: true } },
    takePersonVotesBack: { refused: 'not_suspended', params: { id: userId } },
    liftSuspension: { params: { id: userId } },
    endPersonSessions: { params: { id: userId } },
    personSessions: { params: { id: userId } },
    endPersonSession: { refused: 'session_not_found', params: { id: appId } },
    deletePerson: { params: { id: userId }, body: { reason: 'Spam' } },
    adminHosts: { query: { limit: 5, offset: 0, search: 'example', rule: 'blocked' } },
    hostApps: { query: { limit: 5, offset: 0, host: 'example.org', status: 'all' } },
    saveHost: { params: { host: 'blocked.example.net' }, body: { rule: 'blocked', note: 'Spam' } },
    removeHost: { params: { host: 'blocked.example.net' } },
    editUser: {
      params: { id: userId },
      body: { firstName: 'A', lastName: 'B', isAdmin: false, zapCount: 1 },
    },
    saveFormulaWeights: { body: weights },
    saveAlgorithmParams: { body: algorithm },
    saveAdvertisementConfig: { body: { enabled: true, zapsBetweenAds: 8 } },
    adminModerationSettings: none,
    saveModerationSettings: {
      body: {
        isHoldingEnabled: true,
        reportsToHold: 3,
        reporterAgeHours: 24,
        holdsPerHour: 5,
        isDailyMailEnabled: true,
        hoursUntilMail: 24,
      },
    },
    moderationHistory: page,
    ...registrationCalls(reportId),
    ...passkeyCalls(reportId),
    ...credentialCalls({ id: reportId, day: DAY_AHEAD }),
    ...emailCalls(unique),
    ...instanceCalls(unique),
    cannedReasons: page,
    addCannedReason: { body: { label: `Reason ${unique}`.slice(0, 40), text: 'It does not load.' } },
    editCannedReason: {
      refused: 'canned_reason_not_found',
      params: { id: reportId },
      body: { text: 'It loads for ever.' },
    },
    deleteCannedReason: { refused: 'canned_reason_not_found', params: { id: reportId } },
    recalculateRankings: { body: weights },
    recalculation: none,
    resetStats: none,
    bulkUploadApps: {
      form: {
        name: 'apps.csv',
        file: `title,description,url,category\nT,D,https://bulk-${unique}.example.com/,Games\n`,
      },
    },
    recalculateTimeStats: none,
    cleanupInteractions: none,
    ...csvCalls({ appId, userId }),
  };
}

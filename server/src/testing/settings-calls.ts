import { CSV_FIELD } from '@zapdeck/contract/apps/bulk-upload';
import { defaultInstance, LOGO_FIELD } from '@zapdeck/contract/instance/instance';
import { SETTINGS_LOCK } from '../db/advisory-locks.ts';
import {
  DAY_AHEAD,
  type ExampleCalls,
  none,
  page,
  type Stage,
  whereAudited,
  whereSaved,
} from './example-call.ts';

const imprint = { page: 'imprint', language: 'en' } as const;

/** Differs between calls: an upload of the current logo adds no row. */
const logoOf = (unique: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#${unique.slice(-6)}"/></svg>`;

const weightsOf = (turn: number) => ({
  upvoteWeight: 10,
  downvoteWeight: 5,
  viewWeight: 0.1,
  timeWeight: 0.5 + turn / 1_000_000,
});
const algorithmOf = (turn: number) =>
  ({
    algorithmType: 'normal',
    appsPerPage: 1 + (turn % 100),
    maxDiversityPool: 100,
    categoryDiversityEnabled: true,
    recycledContentThreshold: 50,
    freshContentPriority: 80,
  }) as const;

const ofInstance = ({ unique }: Stage) =>
  ({
    readInstance: none,
    adminInstance: none,
    saveInstance: {
      body: { ...defaultInstance, description: { en: unique } },
      stored: whereSaved('instance'),
    },
    uploadLogo: {
      form: { name: 'logo.svg', field: LOGO_FIELD, file: logoOf(unique) },
      stored: whereSaved('instance'),
    },
    removeLogo: {
      // Without the lock, a concurrent save could write the earlier logo.
      before: `SELECT pg_advisory_xact_lock(${SETTINGS_LOCK});
        UPDATE settings SET values = values || jsonb_build_object('logo', replace(:mark, '-', ''))
        WHERE kind = 'instance' AND is_active;`,
      stored: whereSaved('instance'),
    },
    instanceHistory: page,
    legalText: { params: imprint },
    saveLegalText: {
      params: imprint,
      body: { text: unique },
      stored: "EXISTS (SELECT FROM settings WHERE kind = 'legal/imprint/en' AND values ->> 'text' = :mark)",
    },
    legalTextHistory: { params: imprint, ...page },
    adminClaimRoles: none,
    saveClaimRoles: {
      body: { claimRoles: [{ value: unique, role: 'moderator' }], trustsProviderFactor: true },
      stored: whereSaved('claims'),
    },
  }) satisfies Partial<ExampleCalls>;

/** Calls of admins about settings, the app of the day, numbers and logs. */
export const settingsCalls = (stage: Stage) => {
  const { appId, userId, unique, turn = 0 } = stage;
  return {
    ...ofInstance(stage),
    daysAhead: none,
    nextToday: none,
    setToday: { params: { date: DAY_AHEAD }, body: { appId }, stored: whereAudited('today.set') },
    adminStats: none,
    statsHistory: { query: { days: 30 } },
    adminUpkeep: none,
    waiting: none,
    auditPeople: none,
    auditLog: { query: { ...page.query, actor: userId, action: 'app.edited', target: appId } },
    adminErrorLogs: page,
    adminErrorGroups: { query: { ...page.query, type: 'CLIENT_ERROR', days: 7 } },
    adminFormulaWeights: none,
    adminAlgorithmParams: none,
    adminAdvertisementConfig: none,
    weightsHistory: page,
    algorithmHistory: page,
    advertisementHistory: page,
    feedPreview: { query: { ...algorithmOf(turn), categoryDiversityEnabled: 'true', user: userId } },
    rankingPreview: { query: weightsOf(turn) },
    saveFormulaWeights: { body: weightsOf(turn), stored: whereSaved('weights') },
    saveAlgorithmParams: { body: algorithmOf(turn), stored: whereSaved('algorithm') },
    saveAdvertisementConfig: {
      body: { enabled: false, zapsBetweenAds: 1 + (turn % 100) },
      stored: whereSaved('advertisement'),
    },
    adminModerationSettings: none,
    // Values with which reports never hide the apps that other writers vote on.
    saveModerationSettings: {
      body: {
        isHoldingEnabled: false,
        reportsToHold: 100,
        reporterAgeHours: 720,
        holdsPerHour: 5,
        isDailyMailEnabled: true,
        hoursUntilMail: 1 + (turn % 700),
      },
      stored: whereSaved('moderation'),
    },
    moderationHistory: page,
    recalculateRankings: {
      body: weightsOf(turn),
      unmarked: 'Continues in the background after its response.',
    },
    recalculation: none,
    resetStats: { unmarked: 'Deletes the votes that the ledger looks for.' },
    bulkUploadApps: {
      form: {
        name: 'apps.csv',
        field: CSV_FIELD,
        file: `title,description,url,category\nT,D,https://bulk-${unique}.example.com/,Games\n`,
      },
      stored: `EXISTS (SELECT FROM apps WHERE url = 'https://bulk-' || :mark || '.example.com/')`,
    },
    recalculateTimeStats: { stored: whereAudited('time_stats.recalculated') },
    cleanupInteractions: { stored: whereAudited('interactions.cleaned_up') },
  } satisfies Partial<ExampleCalls>;
};

import { type ExampleCalls, none, page, type Stage, whereUser } from './example-call.ts';

const hasInteraction = 'EXISTS (SELECT FROM user_app_interactions WHERE user_id = :mark)';
const hasHidden = `EXISTS (SELECT FROM hidden WHERE user_id = :mark AND value = 'Games')`;

/** Calls about the feed, search, votes, views and taste. */
export const feedCalls = ({ appId, unique }: Stage) =>
  ({
    listFeed: { query: {} },
    listDecks: none,
    listHidden: none,
    hide: { body: { kind: 'category', value: 'Games' }, stored: hasHidden },
    showAgain: {
      before: `INSERT INTO hidden (user_id, kind, value) VALUES (:mark, 'category', 'Games');`,
      body: { kind: 'category', value: 'Games' },
      stored: `NOT ${hasHidden}`,
    },
    searchApps: { query: { q: 'chess', limit: 5 } },
    readToday: { query: { before: '2026-02-01', limit: 5 } },
    castVote: {
      body: { appId, voteType: 'up', mode: 'toggle' },
      stored: 'EXISTS (SELECT FROM votes WHERE user_id = :mark)',
    },
    recordInteraction: {
      body: { appId, interactionType: 'view', duration: 5 },
      stored: hasInteraction,
    },
    recordInteractions: {
      body: { batchId: appId, interactions: [{ appId, interactionType: 'view', duration: 5 }] },
      stored: hasInteraction,
    },
    recordDurations: {
      body: { durations: { [appId]: 5 }, batchId: appId },
      stored: 'EXISTS (SELECT FROM duration_batches WHERE user_id = :mark)',
    },
    reportZapCount: { body: { zapCount: 1 }, stored: whereUser('zap_count = 1') },
    advertisementConfig: none,
    likedApps: page,
    readHistory: { query: { ...page.query, q: 'piano' } },
    clearHistory: { body: { dealAgain: true }, stored: whereUser('history_cleared_at IS NOT NULL') },
    readTaste: none,
    setLess: {
      body: { appId, less: true },
      stored: 'EXISTS (SELECT FROM avoided_apps WHERE user_id = :mark AND app_id = :mark)',
    },
    clearTaste: { body: {}, stored: whereUser('taste_cleared_at IS NOT NULL') },
    countNewApps: none,
    reportError: {
      body: {
        errorType: 'CLIENT_ERROR',
        errorMessage: unique,
        stackTrace: 's',
        additionalData: { a: 1 },
        url: 'u',
        userAgent: 'a',
      },
      stored: 'EXISTS (SELECT FROM error_logs WHERE error_message = :mark)',
    },
  }) satisfies Partial<ExampleCalls>;

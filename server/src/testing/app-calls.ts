import { type ExampleCalls, none, page, setStatus, type Stage, whereApp, whereUser } from './example-call.ts';

const visits = 'Visits the page of the app: what is stored depends on another host.';
const insertVersion = `INSERT INTO waiting_versions (app_id, note, asked_by) VALUES (:mark, 'New', :mark)
  ON CONFLICT DO NOTHING;`;

/** Calls of makers about their apps, and of everyone about one app. */
export const appCalls = ({ appId, unique }: Stage) => {
  const params = { id: appId };
  /** The app belongs to another member. */
  const own = { refused: 'app_not_found', params };
  return {
    reportApp: {
      body: { appId, reason: 'Broken' },
      stored: `EXISTS (SELECT FROM reports WHERE app_id = :mark AND reason = 'Broken')`,
    },
    submitApp: {
      body: {
        title: 'T',
        description: 'D',
        url: `https://${unique}.example.com/`,
        category: 'Games',
        tags: ['Free'],
      },
      stored: `EXISTS (SELECT FROM apps WHERE url = 'https://' || :mark || '.example.com/')`,
    },
    previewApp: { query: { url: `https://${unique}.example.com/` } },
    checkApp: { params, unmarked: visits },
    confirmApp: { params, unmarked: visits },
    tryApp: {
      params,
      query: { deck: 'today' },
      unmarked: 'Starts a guest session, like continueAsGuest.',
    },
    lookAround: {
      query: { deck: 'category:games' },
      unmarked: 'Starts a guest session, like continueAsGuest.',
    },
    ownApps: page,
    ownAppTotals: none,
    ownApp: own,
    ownAppStats: own,
    firstViewsPromise: none,
    ownFirstViews: own,
    sendVersion: {
      ...own,
      body: { note: 'New levels' },
      stored: "EXISTS (SELECT FROM waiting_versions WHERE app_id = :mark AND note = 'New levels')",
    },
    cancelVersion: {
      ...own,
      before: insertVersion,
      stored: 'NOT EXISTS (SELECT FROM waiting_versions WHERE app_id = :mark)',
    },
    countShare: {
      params,
      stored: 'EXISTS (SELECT FROM daily_visits WHERE app_id = :mark AND shares > 0)',
    },
    ownAppHistory: { ...own, ...page },
    readVerification: own,
    checkVerification: { ...own, unmarked: visits },
    editOwnApp: { ...own, body: { title: 'T', tags: ['Free'] }, stored: whereApp(`tags = '{Free}'`) },
    resubmitApp: { ...own, before: setStatus('rejected'), stored: whereApp(`status = 'pending'`) },
    withdrawApp: { ...own, stored: whereApp('withdrawn_at IS NOT NULL') },
    uploadAppPicture: { ...own, stored: whereApp('picture IS NOT NULL') },
    removeAppPicture: {
      ...own,
      before: `INSERT INTO pictures (hash, webp_160, webp_480, webp_960)
        VALUES (replace(:mark, '-', ''), '', '', '');
        UPDATE apps SET picture = replace(:mark, '-', '') WHERE id = :mark;
        INSERT INTO picture_looks (app_id, is_own) VALUES (:mark, true)
        ON CONFLICT (app_id) DO UPDATE SET is_own = true;`,
      stored: whereApp('picture IS NULL'),
    },
    ownMakerPage: none,
    saveMakerPage: {
      body: { handle: `h-${unique.slice(-12)}`, name: 'N', line: '', links: [] },
      stored: whereUser('handle IS NOT NULL'),
    },
    removeMakerPage: {
      before: `UPDATE users SET handle = 'h-' || right(:mark, 12) WHERE id = :mark;
        INSERT INTO maker_pages (user_id, name, line, links) VALUES (:mark, 'Robin', '', '{}');`,
      stored: whereUser('handle IS NULL'),
    },
  } satisfies Partial<ExampleCalls>;
};

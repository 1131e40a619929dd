import type { ScreenName } from '@zapdeck/contract/instance/screens';

/** Parts of the app whose messages are loaded together. */
export const areas = ['landing', 'auth', 'feed', 'feed-late', 'discover', 'account', 'admin'] as const;

/** `common` is in every page. Only the build reads `pages`. */
export type Area = (typeof areas)[number] | 'common' | 'pages';

const features: Record<string, Area> = {
  admin: 'admin',
  auth: 'auth',
  discover: 'discover',
  feed: 'feed',
  history: 'account',
  liked: 'account',
  marketing: 'landing',
  'my-app': 'account',
  profile: 'account',
  settings: 'account',
  submit: 'account',
};

/** Parts of the feed that are loaded after its first card, each with `withMessages`. */
const lateParts = [
  'app-details/',
  'feed/no-cards.tsx',
  'feed/parts/faces/because.tsx',
  'feed/parts/faces/end-card.tsx',
  'feed/parts/keys/',
  'feed/parts/overlay/advertisement.tsx',
];

/** Files outside of the features whose messages are in each of these areas. */
const shared: Record<string, readonly Area[]> = {
  'app/page-texts.ts': ['pages'],
  'app/prerender.tsx': ['pages'],
  'components/factor/': ['auth', 'account', 'admin'],
  'components/list/': ['admin'],
  'components/proof/': ['account', 'admin'],
  'components/security/': ['account', 'admin'],
  'components/ui/answer-field.tsx': ['auth', 'account'],
  'components/ui/confirm-sheet.tsx': ['account', 'admin'],
  'components/ui/sheet-form.tsx': ['account', 'admin'],
  'components/ui/listing-fields.tsx': ['account', 'admin'],
  'components/ui/load-more.tsx': ['account', 'admin'],
  'components/ui/new-password-fields.tsx': ['auth', 'account'],
  'components/ui/own-standing.tsx': ['account'],
  'components/ui/not-loaded.tsx': ['account'],
  'components/ui/query-view.tsx': ['account', 'admin', 'discover'],
  'components/ui/score-terms.tsx': ['account', 'admin'],
  'components/ui/status-badge.tsx': ['account', 'admin'],
  'components/ui/unconfirmed-email.tsx': ['account', 'admin', 'discover'],
  'lib/ask-device.ts': ['auth', 'account', 'admin'],
  'lib/pending/undoable.ts': ['account', 'feed-late'],
  'lib/listing.ts': ['account', 'admin'],
  'lib/registration-question.ts': ['auth', 'account', 'admin'],
  'lib/sign-in-problem-words.ts': ['auth', 'account'],
  'lib/report-kinds.ts': ['feed-late', 'admin'],
  'lib/use-data-download.ts': ['auth', 'account'],
  'lib/use-resend-link.ts': ['account', 'admin', 'discover'],
};

/** Returns the areas of a source file, by its path below `web`. */
export function areasOf(path: string): readonly Area[] {
  if (lateParts.some((part) => path.startsWith(`src/features/${part}`))) return ['feed-late'];
  const feature = /^src\/features\/([^/]+)/.exec(path)?.[1];
  const area = feature === undefined ? undefined : features[feature];
  if (area) return [area];
  const isBelow = (part: string) => path.startsWith(`src/${part}`);
  return Object.entries(shared).find(([part]) => isBelow(part))?.[1] ?? ['common'];
}

/** The area of each screen's messages. */
export const screenAreas: Record<ScreenName | 'not-found' | 'consent', (typeof areas)[number]> = {
  landing: 'landing',
  about: 'landing',
  login: 'auth',
  'accept-terms': 'auth',
  'confirm-sign-in': 'auth',
  consent: 'auth',
  'forgot-password': 'auth',
  'reset-password': 'auth',
  'verify-email': 'auth',
  'new-email': 'account',
  'undo-email': 'account',
  'not-found': 'landing',
  feed: 'feed',
  discover: 'discover',
  today: 'discover',
  submit: 'account',
  liked: 'account',
  history: 'account',
  profile: 'account',
  settings: 'account',
  'second-factor': 'account',
  'my-app': 'account',
  admin: 'admin',
  'admin-person': 'admin',
  'admin-app': 'admin',
};

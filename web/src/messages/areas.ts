import type { ScreenName } from '@zapdeck/contract/screens';

/** Parts of the app whose messages are loaded together. `common` is in every page. */
export type Area = 'common' | 'landing' | 'auth' | 'feed' | 'feed-late' | 'discover' | 'account' | 'admin';

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

/** Parts of the feed that are loaded after its first card. Each is loaded with `withMessages`. */
const lateParts = [
  'app-details/',
  'feed/no-cards.tsx',
  'feed/parts/faces/end-card.tsx',
  'feed/parts/faces/other-decks.tsx',
  'feed/parts/keys/',
  'feed/parts/overlay/advertisement.tsx',
];

/** Returns the area of a source file, by its path below `web`. */
export function areaOf(path: string): Area {
  if (lateParts.some((part) => path.startsWith(`src/features/${part}`))) return 'feed-late';
  const feature = /^src\/features\/([^/]+)/.exec(path)?.[1];
  return (feature !== undefined && features[feature]) || 'common';
}

/** The area of each screen's messages. */
export const screenAreas: Record<ScreenName | 'not-found', Area> = {
  landing: 'landing',
  about: 'landing',
  login: 'auth',
  'forgot-password': 'auth',
  'reset-password': 'auth',
  'verify-email': 'auth',
  'not-found': 'landing',
  feed: 'feed',
  discover: 'discover',
  submit: 'account',
  liked: 'account',
  history: 'account',
  profile: 'account',
  settings: 'account',
  'my-app': 'account',
  admin: 'admin',
  'admin-person': 'admin',
  'admin-app': 'admin',
};

import type { ScreenName } from '@zapdeck/contract/screens';

/** Parts of the app whose messages are loaded together. `common` is in every page. */
export type Area = 'common' | 'landing' | 'auth' | 'feed' | 'discover' | 'account' | 'admin';

const features: Record<string, Area> = {
  admin: 'admin',
  'app-details': 'feed',
  auth: 'auth',
  discover: 'discover',
  feed: 'feed',
  liked: 'account',
  marketing: 'landing',
  'my-app': 'account',
  profile: 'account',
  settings: 'account',
  submit: 'account',
};

/** Returns the area of a source file, by its path below `web`. */
export function areaOf(path: string): Area {
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
  profile: 'account',
  settings: 'account',
  'my-app': 'account',
  admin: 'admin',
  'admin-person': 'admin',
  'admin-app': 'admin',
};

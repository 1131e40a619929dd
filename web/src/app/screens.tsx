import { type ScreenName, screens } from '@zapdeck/contract/instance/screens';
import type { ComponentType } from 'react';
import { lazyAhead } from '../lib/lazy-part.tsx';
import { screenAreas } from '../messages/areas.ts';
import { withMessages } from '../messages/messages.ts';
import { isNotice, type Prompt, resolve, type Shown } from './routes.ts';

export interface ScreenProps {
  prompt: Prompt | undefined;
  loginHref: string;
  returnTo: string | undefined;
}

type LoadScreen = () => Promise<{ default: ComponentType<ScreenProps> }>;

const ofAdmins =
  (name: 'admin' | 'admin-person' | 'admin-app'): LoadScreen =>
  async () =>
    (await import('../features/admin/admin-screens.ts')).loadAdminScreen[name]();

/** The build finds a screen's files by its module name, which ends in `NAME-screen.tsx`. */
const load: Record<Exclude<ScreenName, 'feed'> | 'not-found' | 'consent', LoadScreen> = {
  landing: () => import('../features/marketing/landing-screen.tsx'),
  about: () => import('../features/marketing/about-screen.tsx'),
  login: () => import('../features/auth/login-screen.tsx'),
  'accept-terms': () => import('../features/auth/accept-terms-screen.tsx'),
  'confirm-sign-in': () => import('../features/auth/confirm-sign-in-screen.tsx'),
  consent: () => import('../features/auth/consent-screen.tsx'),
  'forgot-password': () => import('../features/auth/forgot-password-screen.tsx'),
  'reset-password': () => import('../features/auth/reset-password-screen.tsx'),
  'verify-email': () => import('../features/auth/verify-email-screen.tsx'),
  'new-email': () => import('../features/settings/new-email-screen.tsx'),
  'undo-email': () => import('../features/settings/undo-email-screen.tsx'),
  discover: () => import('../features/discover/discover-screen.tsx'),
  today: () => import('../features/discover/today-screen.tsx'),
  submit: () => import('../features/submit/submit-screen.tsx'),
  liked: () => import('../features/liked/liked-screen.tsx'),
  history: () => import('../features/history/history-screen.tsx'),
  profile: () => import('../features/profile/profile-screen.tsx'),
  settings: () => import('../features/settings/settings-screen.tsx'),
  'second-factor': () => import('../features/settings/second-factor-screen.tsx'),
  'my-app': () => import('../features/my-app/my-app-screen.tsx'),
  admin: ofAdmins('admin'),
  'admin-person': ofAdmins('admin-person'),
  'admin-app': ofAdmins('admin-app'),
  'not-found': () => import('../features/marketing/not-found-screen.tsx'),
};

/** Loads a screen with the query cache. Public pages do without it. */
async function loadWithQueries<Props extends object>(
  loadScreen: () => Promise<{ default: ComponentType<Props> }>,
): Promise<{ default: ComponentType<Props> }> {
  const [screen, { withQueries }] = await Promise.all([loadScreen(), import('./with-queries.tsx')]);
  return { default: withQueries(screen.default) };
}

function lazyScreen(name: keyof typeof load) {
  const isPublic = !(name in screens) || screens[name as ScreenName].access === 'public';
  const loadScreen = () => withMessages(screenAreas[name], load[name]);
  return lazyAhead(isPublic ? loadScreen : () => loadWithQueries(loadScreen));
}

/** The feed, which stays mounted behind other screens. */
export const lazyFeed = lazyAhead<{ isShown: boolean }>(() =>
  withMessages(screenAreas.feed, () => import('./feed-screen.tsx')),
);

/** All other screens, each loaded on first display or by `preloadScreen`. */
export const lazyScreens = Object.fromEntries(
  Object.keys(load).map((name) => [name, lazyScreen(name as keyof typeof load)]),
) as Record<keyof typeof load, ReturnType<typeof lazyScreen>>;

/**
 * Loads the screen of an address while the current user is being read. Never rejects: opening the screen shows a failure.
 */
export async function preloadScreen(path: string, signedIn: boolean): Promise<void> {
  const found = resolve(path, '', signedIn ? 'member' : 'visitor');
  const shown: Shown = 'screen' in found ? found.screen : 'loading';
  if (isNotice(shown)) return;
  await (shown === 'feed' ? lazyFeed : lazyScreens[shown]).load().catch(() => undefined);
}

import { type ScreenName, screens } from '@zapdeck/contract/screens';
import type { ComponentType } from 'react';
import { lazyAhead } from '../lib/lazy-ahead.tsx';
import { screenAreas } from '../messages/areas.ts';
import { withMessages } from '../messages/messages.ts';
import { isNotice, type Prompt, resolve, type Shown } from './routes.ts';

/** What a screen may want to know of how it was reached. */
export interface ScreenProps {
  /** Why it stands in another's place. */
  prompt: Prompt | undefined;
  /** The login that leads back to where the person wanted to go. */
  loginHref: string;
  returnTo: string | undefined;
}

type LoadScreen = () => Promise<{ default: ComponentType<ScreenProps> }>;

const ofAdmins =
  (name: 'admin' | 'admin-person' | 'admin-app'): LoadScreen =>
  async () =>
    (await import('../features/admin/admin-screens.ts')).loadAdminScreen[name]();

/** The module of each screen ends in its name and `-screen.tsx`: by that the build finds what became of it. */
const load: Record<Exclude<ScreenName, 'feed'> | 'not-found', LoadScreen> = {
  landing: () => import('../features/marketing/landing-screen.tsx'),
  about: () => import('../features/marketing/about-screen.tsx'),
  login: () => import('../features/auth/login-screen.tsx'),
  'forgot-password': () => import('../features/auth/forgot-password-screen.tsx'),
  'reset-password': () => import('../features/auth/reset-password-screen.tsx'),
  'verify-email': () => import('../features/auth/verify-email-screen.tsx'),
  discover: () => import('../features/discover/discover-screen.tsx'),
  submit: () => import('../features/submit/submit-screen.tsx'),
  liked: () => import('../features/liked/liked-screen.tsx'),
  history: () => import('../features/history/history-screen.tsx'),
  profile: () => import('../features/profile/profile-screen.tsx'),
  settings: () => import('../features/settings/settings-screen.tsx'),
  'my-app': () => import('../features/my-app/my-app-screen.tsx'),
  admin: ofAdmins('admin'),
  'admin-person': ofAdmins('admin-person'),
  'admin-app': ofAdmins('admin-app'),
  'not-found': () => import('../features/marketing/not-found-screen.tsx'),
};

/** A screen that reads from the server comes together with the cache, which the public pages do without. */
async function loadWithQueries<Props extends object>(
  loadScreen: () => Promise<{ default: ComponentType<Props> }>,
): Promise<{ default: ComponentType<Props> }> {
  const [screen, { withQueries }] = await Promise.all([loadScreen(), import('./with-queries.tsx')]);
  return { default: withQueries(screen.default) };
}

function lazyScreen(name: keyof typeof load) {
  const isPublic = name === 'not-found' || screens[name].access === 'public';
  const loadScreen = () => withMessages(screenAreas[name], load[name]);
  return lazyAhead(isPublic ? loadScreen : () => loadWithQueries(loadScreen));
}

/** The feed, which stays behind the other screens. */
export const lazyFeed = lazyAhead<{ isShown: boolean }>(() =>
  withMessages(screenAreas.feed, () => loadWithQueries(() => import('./feed-screen.tsx'))),
);

/** The component of each other screen, loaded when it is first shown, or ahead of it. */
export const lazyScreens = Object.fromEntries(
  Object.keys(load).map((name) => [name, lazyScreen(name as keyof typeof load)]),
) as Record<keyof typeof load, ReturnType<typeof lazyScreen>>;

/**
 * Starts to load the screen that will most likely be shown, while the server is still being asked who is here; none for
 * addresses that have none, among them the pages that the server draws. Settles when it is there; a failure is met again, and shown, when the screen is really wanted.
 */
export async function preloadScreen(path: string, signedIn: boolean): Promise<void> {
  const found = resolve(path, '', signedIn ? 'member' : 'visitor');
  const shown: Shown = 'screen' in found ? found.screen : 'loading';
  if (isNotice(shown)) return;
  await (shown === 'feed' ? lazyFeed : lazyScreens[shown]).load().catch(() => undefined);
}

import { type ComponentType, lazy } from 'react';
import { resolve, type ScreenName } from './routes.ts';

const load = {
  landing: () => import('../features/marketing/landing-screen.tsx'),
  about: () => import('../features/marketing/about-screen.tsx'),
  login: () => import('../features/auth/login-screen.tsx'),
  'forgot-password': () => import('../features/auth/forgot-password-screen.tsx'),
  'reset-password': () => import('../features/auth/reset-password-screen.tsx'),
  'verify-email': () => import('../features/auth/verify-email-screen.tsx'),
  'not-found': () => import('../features/marketing/not-found-screen.tsx'),
  feed: () => import('./feed-with-details.tsx'),
  submit: () => import('../features/submit/submit-screen.tsx'),
  liked: () => import('../features/liked/liked-screen.tsx'),
  profile: () => import('../features/profile/profile-screen.tsx'),
  admin: () => import('../features/admin/admin-screen.tsx'),
};

/** A screen that reads from the server: it comes together with the cache, which other pages do without. */
function lazyWithQueries(loadScreen: () => Promise<{ default: ComponentType }>) {
  return lazy(async () => {
    const [screen, { withQueries }] = await Promise.all([loadScreen(), import('./with-queries.tsx')]);
    return { default: withQueries(screen.default) };
  });
}

export const LandingScreen = lazy(load.landing);
export const AboutScreen = lazy(load.about);
export const LoginScreen = lazy(load.login);
export const ForgotPasswordScreen = lazy(load['forgot-password']);
export const ResetPasswordScreen = lazy(load['reset-password']);
export const VerifyEmailScreen = lazy(load['verify-email']);
export const NotFoundScreen = lazy(load['not-found']);
export const FeedScreen = lazyWithQueries(load.feed);
export const SubmitScreen = lazyWithQueries(load.submit);
export const LikedScreen = lazyWithQueries(load.liked);
export const ProfileScreen = lazyWithQueries(load.profile);
export const AdminScreen = lazyWithQueries(load.admin);

function isLoadable(screen: ScreenName): screen is keyof typeof load {
  return screen in load;
}

/**
 * Starts to load the screen that will most likely be shown, while the server is still being asked who is here. Settles
 * when it is there; a failure is met again, and shown, when the screen is really wanted.
 */
export async function preloadScreen(path: string, signedIn: boolean): Promise<void> {
  const found = resolve(path, '', signedIn ? 'member' : 'visitor');
  if (!('screen' in found) || !isLoadable(found.screen)) return;
  await load[found.screen]().catch(() => undefined);
}

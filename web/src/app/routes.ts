import { adminTabAt } from '../lib/admin-tabs.ts';
import { loginAddress, returnToOf } from '../lib/return-to.ts';

/** Who stands before the screen. While the read of the current user fails, people can still see the public pages. */
export type Who = 'loading' | 'failed' | 'visitor' | 'guest' | 'member' | 'admin';

export type ScreenName =
  | 'loading'
  | 'failed'
  | 'landing'
  | 'about'
  | 'login'
  | 'forgot-password'
  | 'reset-password'
  | 'verify-email'
  | 'feed'
  | 'submit'
  | 'liked'
  | 'profile'
  | 'admin'
  | 'denied'
  | 'not-found';

/** Why a visitor cannot see a screen, and the login that leads there. */
export interface Prompt {
  title: string;
  text: string;
  loginHref: string;
}

export type Resolved = { screen: ScreenName; prompt?: Prompt } | { redirect: string };

const prompts: Record<string, { title: string; text: string }> = {
  '/submit': { title: 'Share what you made', text: 'Please log in to submit an app' },
  '/liked': { title: 'Your likes are waiting', text: 'Please log in to see your liked apps' },
  '/profile': { title: 'This page is yours alone', text: 'Please log in to view your profile' },
  '/admin': { title: 'Access Denied', text: 'You need admin privileges to access this page' },
};

const signedInScreens: Record<string, ScreenName> = {
  '/': 'feed',
  '/home': 'feed',
  '/landing': 'landing',
  '/submit': 'submit',
  '/liked': 'liked',
  '/profile': 'profile',
  '/admin': 'admin',
};

/** Screens for everybody, whoever they are. */
const openScreens: Record<string, ScreenName> = {
  '/about': 'about',
  '/landing': 'landing',
  '/forgot-password': 'forgot-password',
  '/reset-password': 'reset-password',
  '/verify-email': 'verify-email',
};

export const titles: Record<ScreenName, string> = {
  loading: 'Zapdeck',
  failed: 'No connection',
  landing: 'Discover Amazing Web Apps',
  about: 'About',
  login: 'Log in',
  'forgot-password': 'Forgot password',
  'reset-password': 'New password',
  'verify-email': 'Confirm your email',
  feed: 'Browse',
  submit: 'Submit App',
  liked: 'Liked Apps',
  profile: 'Profile',
  admin: 'Admin Dashboard',
  denied: 'Access Denied',
  'not-found': '404 Page Not Found',
};

/** The address of the screen itself: a slash at the end counts for nothing, and the tabs of a dashboard share one. */
export function screenPath(address: string): string {
  const path = address.replace(/(?<=.)\/+$/, '') || '/';
  return adminTabAt(path) ? '/admin' : path;
}

/** What the browser's tab says of the screen at the address; nothing while it is not known which one it is. */
export function titleOf(screen: ScreenName, address: string): string {
  if (screen === 'loading') return '';
  const tab = screen === 'admin' ? adminTabAt(address) : undefined;
  return tab ? `${tab.label} · ${titles[screen]}` : titles[screen];
}

/** The prompt of a protected address, if it is one. */
export function promptFor(address: string, search: string): Prompt | undefined {
  const prompt = prompts[screenPath(address)];
  return prompt && { ...prompt, loginHref: loginAddress(address + (search && `?${search}`)) };
}

function resolveForVisitor(address: string, search: string): Resolved {
  if (screenPath(address) === '/home') {
    // The address of a card is worth keeping until after the login.
    const card = new URLSearchParams(search).has('app') ? `/home?${search}` : undefined;
    return { redirect: card === undefined ? '/landing' : `/landing?returnTo=${encodeURIComponent(card)}` };
  }
  const prompt = promptFor(address, search);
  return prompt ? { screen: 'landing', prompt } : { screen: 'landing' };
}

/**
 * The screen for an address, or where it leads on; specification, section 2. `search` is the query without its
 * question mark.
 */
export function resolve(address: string, search: string, who: Who): Resolved {
  const path = screenPath(address);
  const signedIn = who === 'guest' || who === 'member' || who === 'admin';
  const open = openScreens[path];
  if (open) return { screen: open };
  if (path === '/login') {
    const isMember = who === 'member' || who === 'admin';
    return isMember ? { redirect: returnToOf(`?${search}`) ?? '/home' } : { screen: 'login' };
  }
  if (who === 'loading' || who === 'failed') return { screen: who };
  if (!signedIn) return resolveForVisitor(address, search);
  const screen = signedInScreens[path] ?? 'not-found';
  return { screen: screen === 'admin' && who !== 'admin' ? 'denied' : screen };
}

import { BEST_DECK, type DeckKey } from './decks.ts';

/** Whom a screen is for. Guests see what is for members too: an invitation to sign up stands in its place there. */
type Access = 'public' | 'session' | 'member' | 'admin';

/** The part of the landing page with today's apps, for a page that came without it. */
export const todaysAppsPath = '/todays-apps';
/** What stands for it in the page that the build draws. */
export const TODAYS_APPS_PLACE = '%TODAYS_APPS%';

/** Names the element of the feed's page that holds its first card until the scripts show it. */
export const FIRST_CARD_ID = 'first-card';
/**
 * What stands for it in the page that the build makes, and stays where the address names no app: the ground of the cards,
 * so that nothing light is seen between a page and the first of them.
 */
export const FIRST_CARD_PLACE = `<div id="${FIRST_CARD_ID}" aria-hidden="true" class="pointer-events-none fixed inset-0 z-40 bg-night text-white"><div class="feed-poster absolute inset-0 text-center"><div class="relative shrink-0"><span class="feed-halo absolute -inset-10 rounded-full"></span><svg viewBox="0 0 64 64" class="relative size-20"><path d="M34.5 12 17 36.5h10.2L24 54l19-26H32.2z" class="fill-bolt"/></svg></div><noscript>Zapdeck needs JavaScript to run.</noscript></div></div>`;

/** Where addresses begin that no screen has: calls, the public pages of apps and makers, and what is for other programs. */
export const serverPaths = [
  '/api/',
  '/a/',
  '/badge/',
  '/m/',
  '/unsubscribe/',
  '/feeds/',
  '/oembed',
  '/robots.txt',
  '/sitemap',
  '/.well-known/',
] as const;

/** One screen of the product, for everything that has to know it. */
export interface Screen {
  /** Where links lead. */
  path: string;
  /** Its other addresses. */
  alsoAt?: readonly string[];
  /** What the tab of the browser shows, and listeners hear. */
  title: string;
  access: Access;
  /** Why a visitor sees the landing page in its place. */
  prompt?: { title: string; text: string };
  /** What the build makes of it: HTML that visitors read before any script, or a head start for everybody else. */
  page?: 'drawn' | 'preloaded';
  /** It opens without a network. */
  worksOffline?: true;
}

/** The tabs of the admin dashboard in their order, each with the address that opens it. */
export const adminTabs = [
  { path: '/admin', label: 'Stats' },
  { path: '/admin/apps', label: 'Apps' },
  { path: '/admin/users', label: 'Users' },
  { path: '/admin/config', label: 'Config' },
  { path: '/admin/reports', label: 'Reports' },
  { path: '/admin/hosts', label: 'Hosts' },
  { path: '/admin/audit', label: 'Audit' },
  { path: '/admin/errors', label: 'Errors' },
] as const;

export type AdminTab = (typeof adminTabs)[number];

/** What stands in the place of a screen for admins. */
export const ACCESS_DENIED = {
  title: 'Access Denied',
  text: 'You need admin privileges to access this page',
} as const;

/**
 * Every screen; specification, section 2. Where two share an address, the first is for those who may see it, the second
 * for everybody else.
 */
const table = {
  feed: {
    path: '/home',
    alsoAt: ['/'],
    title: 'Browse',
    access: 'session',
    page: 'preloaded',
    worksOffline: true,
  },
  landing: {
    path: '/landing',
    alsoAt: ['/'],
    title: 'Discover Amazing Web Apps',
    access: 'public',
    page: 'drawn',
  },
  about: { path: '/about', title: 'About', access: 'public', page: 'drawn' },
  login: { path: '/login', title: 'Log in', access: 'public', page: 'drawn' },
  'forgot-password': { path: '/forgot-password', title: 'Forgot password', access: 'public' },
  'reset-password': { path: '/reset-password', title: 'New password', access: 'public' },
  'verify-email': { path: '/verify-email', title: 'Confirm your email', access: 'public' },
  submit: {
    path: '/submit',
    title: 'Submit App',
    access: 'member',
    prompt: { title: 'Share what you made', text: 'Please log in to submit an app' },
  },
  liked: {
    path: '/liked',
    title: 'Liked Apps',
    access: 'member',
    prompt: { title: 'Your likes are waiting', text: 'Please log in to see your liked apps' },
    worksOffline: true,
  },
  profile: {
    path: '/profile',
    title: 'Profile',
    access: 'session',
    prompt: { title: 'This page is yours alone', text: 'Please log in to view your profile' },
    worksOffline: true,
  },
  settings: {
    path: '/settings',
    title: 'Account settings',
    access: 'member',
    prompt: { title: 'These settings are yours alone', text: 'Please log in to change your settings' },
  },
  'my-app': {
    path: '/my-app',
    title: 'My App',
    access: 'member',
    prompt: { title: 'What became of your app', text: 'Please log in to see your app' },
  },
  admin: {
    path: '/admin',
    alsoAt: adminTabs.map(({ path }) => path),
    title: 'Admin Dashboard',
    access: 'admin',
    prompt: ACCESS_DENIED,
  },
  'admin-person': { path: '/admin/person', title: 'Person', access: 'admin', prompt: ACCESS_DENIED },
  'admin-app': { path: '/admin/app', title: 'App', access: 'admin', prompt: ACCESS_DENIED },
} satisfies Record<string, Screen>;

export type ScreenName = keyof typeof table;

/** The screens that visitors get as HTML. */
export type DrawnScreen = {
  [Name in ScreenName]: (typeof table)[Name] extends { page: 'drawn' } ? Name : never;
}[ScreenName];

export const screens: Readonly<Record<ScreenName, Screen>> = table;

export const screenNames = Object.keys(table) as ScreenName[];

/** Returns the address of the app's card in a deck. It can be reloaded, copied and opened by other users. */
export function cardHref(appId: string, deck: DeckKey = BEST_DECK): string {
  const query = deck === BEST_DECK ? '' : `deck=${encodeURIComponent(deck)}&`;
  return `${screens.feed.path}?${query}app=${appId}`;
}

/** Query of the feed's address right after a session was started: a browser that comes without its cookie blocks cookies. */
export const JUST_STARTED = 'started=1';

/** The address that leads to the public page of an approved app, whatever its title. */
export function publicPageHref(appId: string): string {
  return `/a/${encodeURIComponent(appId)}`;
}

/** The address of the form that changes the password. */
export const changePasswordHref = `${screens.settings.path}?dialog=password`;

/** All addresses of the screen. */
export function pathsOf({ path, alsoAt = [] }: Screen): string[] {
  return [...new Set([path, ...alsoAt])];
}

/**
 * Whether the address is the server's alone: calls that are opened like pages, the ways in and out among them, and
 * pages that need no script.
 */
export function isDrawnByServer(path: string): boolean {
  return serverPaths.some((start) => path.startsWith(start));
}

/** The screens at the path, in the order of the table; none at an unknown one. */
export function screensAt(path: string): ScreenName[] {
  return screenNames.filter((name) => pathsOf(screens[name]).includes(path));
}

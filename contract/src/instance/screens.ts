import { BEST_DECK, type DeckKey } from '../feed/decks.ts';
import { message } from '../wire/message.ts';
import type { Role } from '../accounts/roles.ts';

/** Guests see an invitation to sign up on screens for members. */
type ScreenAccess = 'public' | 'session' | 'member' | 'moderator';

export const todaysAppsPath = '/todays-apps';
export const TODAYS_APPS_PLACEHOLDER = '%TODAYS_APPS%';

export const languageLinksPlaceholder = (name: PrerenderedScreen) => `%LANGUAGE_LINKS_${name.toUpperCase()}%`;
export const canonicalPath = (name: PrerenderedScreen): string =>
  name === 'landing' ? '/' : screens[name].path;

export const FIRST_CARD_ID = 'first-card';
/** Placeholder in prerendered pages. It stays if the address names no app, so that the first paint is dark. */
export const FIRST_CARD_PLACEHOLDER = `<div id="${FIRST_CARD_ID}" aria-hidden="true" class="pointer-events-none fixed inset-0 z-40 bg-night text-white"><div class="feed-poster absolute inset-0 text-center"><div class="relative shrink-0"><span class="feed-halo absolute -inset-10 rounded-full"></span><svg viewBox="0 0 64 64" class="relative size-20"><path d="M34.5 12 17 36.5h10.2L24 54l19-26H32.2z" class="fill-bolt"/></svg></div></div></div>`;

export const TODAY_PATH = '/today';
export const DISCOVER_PATH = '/discover';

export const serverPaths = [
  '/api/',
  '/a/',
  '/badge/',
  `${DISCOVER_PATH}/`,
  '/m/',
  '/unsubscribe/',
  '/feeds/',
  '/logo/',
  '/oembed',
  '/robots.txt',
  '/sitemap',
  '/privacy',
  '/terms',
  '/imprint',
  '/.well-known/',
] as const;

export interface Screen {
  path: string;
  alsoAt?: readonly string[];
  title: string;
  access: ScreenAccess;
  prompt?: { title: string; text: string };
  /** `prerendered`: HTML for visitors. `preloaded`: its scripts are preloaded. */
  page?: 'prerendered' | 'preloaded';
  hasVisitorsPage?: true;
  worksOffline?: true;
}

const forAdmins = ['admin'] as const;
const forModerators = ['moderator'] as const;
const forBoth = ['moderator', 'admin'] as const;

const [config, trust, log] = [message('Config'), message('Trust'), message('Log')];

/** Pages of the dashboard. Those with the same `tab` share it. A page without one is a tab itself. */
const adminPages = [
  { name: 'stats', path: '/admin', label: message('Stats'), roles: forAdmins },
  { name: 'queue', path: '/admin', label: message('Queue'), roles: forModerators },
  { name: 'apps', path: '/admin/apps', label: message('Apps'), roles: forBoth },
  { name: 'changes', path: '/admin/changes', label: message('Changes'), roles: forModerators },
  { name: 'users', path: '/admin/users', label: message('Users'), roles: forAdmins },
  { name: 'ranking', path: '/admin/config', label: message('Ranking'), tab: config, roles: forAdmins },
  {
    name: 'instance',
    path: '/admin/config/instance',
    label: message('Instance'),
    tab: config,
    roles: forAdmins,
  },
  { name: 'people', path: '/admin/config/people', label: message('People'), tab: config, roles: forAdmins },
  {
    name: 'moderation',
    path: '/admin/config/moderation',
    label: message('Moderation'),
    tab: config,
    roles: forAdmins,
  },
  { name: 'reports', path: '/admin/reports', label: message('Reports'), roles: forBoth },
  { name: 'hosts', path: '/admin/trust', label: message('Hosts'), tab: trust, roles: forBoth },
  { name: 'groups', path: '/admin/trust/groups', label: message('Vote groups'), tab: trust, roles: forBoth },
  { name: 'audit', path: '/admin/log', label: message('Audit'), tab: log, roles: forBoth },
  { name: 'security', path: '/admin/log/security', label: message('Security'), tab: log, roles: forAdmins },
  { name: 'errors', path: '/admin/log/errors', label: message('Errors'), tab: log, roles: forAdmins },
] as const satisfies readonly {
  name: string;
  path: string;
  label: string;
  tab?: string;
  roles: readonly Role[];
}[];

export type AdminPage = (typeof adminPages)[number];

export interface AdminTab {
  label: string;
  pages: readonly [AdminPage, ...AdminPage[]];
}

/** Addresses of pages that have moved, and where they are now. */
export const movedAdminPages: Readonly<Record<string, AdminPage['path']>> = {
  '/admin/signups': '/admin',
  '/admin/hosts': '/admin/trust',
  '/admin/groups': '/admin/trust/groups',
  '/admin/audit': '/admin/log',
  '/admin/security': '/admin/log/security',
  '/admin/errors': '/admin/log/errors',
};

export const adminPagePaths: readonly string[] = [
  ...adminPages.map(({ path }) => path),
  ...Object.keys(movedAdminPages),
];

export function adminPagesOf(role: Role): readonly AdminPage[] {
  return adminPages.filter(({ roles }) => (roles as readonly Role[]).includes(role));
}

export function adminTabsOf(role: Role): readonly AdminTab[] {
  const tabs = new Map<string, [AdminPage, ...AdminPage[]]>();
  for (const page of adminPagesOf(role)) {
    const label = 'tab' in page ? page.tab : page.label;
    const pages = tabs.get(label);
    if (pages) pages.push(page);
    else tabs.set(label, [page]);
  }
  return [...tabs].map(([label, pages]) => ({ label, pages }));
}

export const ACCESS_DENIED = {
  title: message('Access Denied'),
  text: message('You need admin privileges to access this page'),
} as const;

/** If two screens share a path, the first is for those who have access, the second for everyone else. */
const table = {
  feed: {
    path: '/home',
    alsoAt: ['/'],
    title: message('Browse'),
    access: 'session',
    page: 'preloaded',
    worksOffline: true,
  },
  discover: {
    path: DISCOVER_PATH,
    title: message('Discover'),
    access: 'session',
    hasVisitorsPage: true,
    worksOffline: true,
  },
  today: {
    path: TODAY_PATH,
    title: message('App of the day'),
    access: 'session',
    hasVisitorsPage: true,
  },
  landing: {
    path: '/landing',
    alsoAt: ['/'],
    title: message('Discover Amazing Web Apps'),
    access: 'public',
    page: 'prerendered',
  },
  about: { path: '/about', title: message('About'), access: 'public', page: 'prerendered' },
  login: { path: '/login', title: message('Log In'), access: 'public', page: 'prerendered' },
  'accept-terms': { path: '/accept-terms', title: message('Accept the terms'), access: 'public' },
  'confirm-sign-in': { path: '/confirm-sign-in', title: message('Confirm your sign-in'), access: 'public' },
  'forgot-password': { path: '/forgot-password', title: message('Forgot password'), access: 'public' },
  'reset-password': { path: '/reset-password', title: message('New password'), access: 'public' },
  'verify-email': { path: '/verify-email', title: message('Confirm your email'), access: 'public' },
  'new-email': { path: '/new-email', title: message('Confirm your new email'), access: 'public' },
  'undo-email': { path: '/undo-email', title: message('Undo the change of your email'), access: 'public' },
  submit: {
    path: '/submit',
    title: message('Submit App'),
    access: 'member',
    prompt: { title: message('Share what you made'), text: message('Please log in to submit an app') },
  },
  liked: {
    path: '/liked',
    title: message('Liked Apps'),
    access: 'member',
    prompt: {
      title: message('Your likes are waiting'),
      text: message('Please log in to see your liked apps'),
    },
    worksOffline: true,
  },
  history: {
    path: '/history',
    title: message('History'),
    access: 'session',
    prompt: {
      title: message('Your history is waiting'),
      text: message('Please log in to view your history'),
    },
    worksOffline: true,
  },
  profile: {
    path: '/profile',
    title: message('Profile'),
    access: 'session',
    prompt: {
      title: message('Your profile'),
      text: message('Please log in to view your profile'),
    },
    worksOffline: true,
  },
  settings: {
    path: '/settings',
    title: message('Account settings'),
    access: 'member',
    prompt: {
      title: message('Your settings'),
      text: message('Please log in to change your settings'),
    },
  },
  'second-factor': {
    path: '/second-factor',
    title: message('Second factor'),
    access: 'member',
    prompt: {
      title: message('Your settings'),
      text: message('Please log in to change your settings'),
    },
  },
  'my-app': {
    path: '/my-app',
    title: message('My app'),
    access: 'member',
    prompt: { title: message('See how your app is doing'), text: message('Please log in to see your app') },
  },
  admin: {
    path: '/admin',
    alsoAt: adminPagePaths,
    title: message('Admin Dashboard'),
    access: 'moderator',
    prompt: ACCESS_DENIED,
  },
  'admin-person': {
    path: '/admin/person',
    title: message('User'),
    access: 'moderator',
    prompt: ACCESS_DENIED,
  },
  'admin-app': { path: '/admin/app', title: message('App'), access: 'moderator', prompt: ACCESS_DENIED },
} satisfies Record<string, Screen>;

export type ScreenName = keyof typeof table;

export type PrerenderedScreen = {
  [Name in ScreenName]: (typeof table)[Name] extends { page: 'prerendered' } ? Name : never;
}[ScreenName];

export const screens: Readonly<Record<ScreenName, Screen>> = table;

export const screenNames = Object.keys(table) as ScreenName[];

export function deckHref(deck: DeckKey = BEST_DECK): string {
  return screens.feed.path + (deck === BEST_DECK ? '' : `?deck=${encodeURIComponent(deck)}`);
}

export function cardHref(appId: string, deck: DeckKey = BEST_DECK): string {
  return `${deckHref(deck)}${deck === BEST_DECK ? '?' : '&'}app=${appId}`;
}

/** Query after a session has started. If the cookie is missing then, the browser blocks cookies. */
export const JUST_STARTED = 'started=1';

/** The server redirects to the path with the title. */
export function publicPageHref(appId: string): string {
  return `/a/${encodeURIComponent(appId)}`;
}

export const changePasswordHref = `${screens.settings.path}?dialog=password`;
export const deleteAccountHref = `${screens.settings.path}?dialog=delete`;

export function pathsOf({ path, alsoAt = [] }: Screen): string[] {
  return [...new Set([path, ...alsoAt])];
}

export function isServerPath(path: string): boolean {
  return serverPaths.some((start) => path.startsWith(start));
}

export function screensAt(path: string): ScreenName[] {
  return screenNames.filter((name) => pathsOf(screens[name]).includes(path));
}

import { t } from '@lingui/core/macro';
import {
  adminPagePaths,
  adminPagesOf,
  movedAdminPages,
  publicPageHref,
  type Screen,
  type ScreenName,
  screens,
  screensAt,
} from '@zapdeck/contract/instance/screens';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { loginAddress, returnToOf } from '../lib/return-to.ts';
import { say } from '../lib/say.ts';

/** `failed`: the current user could not be read; public pages still work. */
export type Who = 'loading' | 'failed' | 'visitor' | 'guest' | Role;

type Notice = 'loading' | 'failed' | 'denied' | 'logged-out' | 'not-found' | 'consent';

export type Shown = ScreenName | Notice;

/** Reason why a visitor cannot see a screen, and the login address that returns there. */
export interface Prompt {
  title: string;
  text: string;
  loginHref: string;
}

/** `page` is the address of a page that the server renders. */
export type Resolved = { screen: Shown; prompt?: Prompt } | { redirect: string } | { page: string };

export function isNotice(shown: Shown): shown is Notice {
  return !(shown in screens);
}

const withoutSlash = (address: string): string => address.replace(/(?<=.)\/+$/, '') || '/';

/** Returns the path without a trailing slash. All pages of the dashboard have one path. */
export function screenPath(address: string): string {
  const path = withoutSlash(address);
  return adminPagePaths.includes(path) ? screens.admin.path : path;
}

/** Returns the name for screen readers. Empty until the screen is known. */
export function nameOf(shown: Shown): string {
  switch (shown) {
    case 'loading':
      return '';
    case 'failed':
      return t`No connection`;
    case 'denied':
      return t`Access Denied`;
    case 'logged-out':
      return t`Logged out`;
    case 'not-found':
      return t`404 Page Not Found`;
    case 'consent':
      return say(screens['accept-terms'].title);
    default:
      return say(screens[shown].title);
  }
}

/**
 * Returns true if members must accept the terms first. Settings stay open for downloading and deleting data, and the
 * dashboard, so that terms can lock nobody out.
 */
export function waitsForConsent(shown: Shown): boolean {
  return !isNotice(shown) && shown !== 'settings' && /session|member/.test(screens[shown].access);
}

/** Returns the tab title. The pages of the dashboard depend on the role. */
export function titleOf(shown: Shown, address: string, role: Role = 'admin'): string {
  const page = shown === 'admin' ? adminPagesOf(role).find(({ path }) => path === address) : undefined;
  return page ? `${say(page.label)} · ${nameOf(shown)}` : nameOf(shown);
}

function promptFor(address: string, search: string): Prompt | undefined {
  const [name] = screensAt(screenPath(address));
  const prompt = name && screens[name].prompt;
  if (!prompt) return undefined;
  const loginHref = loginAddress(address + (search && `?${search}`));
  return { title: say(prompt.title), text: say(prompt.text), loginHref };
}

function resolveForVisitor(address: string, search: string, wasOpened: boolean): Resolved {
  const path = screenPath(address);
  const [name, forVisitors] = screensAt(path);
  if (name === 'feed' && !forVisitors) {
    const app = new URLSearchParams(search).get('app');
    if (app === null) return { redirect: screens.landing.path };
    if (!wasOpened) return { page: publicPageHref(app) };
    return { redirect: loginAddress(`${address}?${search}`, screens.landing.path) };
  }
  const screen: Screen | undefined = name && screens[name];
  if (screen?.hasVisitorsPage) return { page: path + (search && `?${search}`) };
  const prompt = promptFor(address, search);
  return prompt ? { screen: 'landing', prompt } : { screen: 'landing' };
}

function isDenied(name: ScreenName, address: string, who: Who): boolean {
  if (screens[name].access !== 'moderator' || who === 'admin') return false;
  if (who !== 'moderator') return true;
  return name === 'admin' && adminPagesOf(who).every(({ path }) => path !== withoutSlash(address));
}

/**
 * Returns the screen for an address, or an address to open instead. `search` has no question mark. `wasOpened`: the person
 * saw the screen before the session ended.
 */
export function resolve(address: string, search: string, who: Who, wasOpened = false): Resolved {
  const [name] = screensAt(screenPath(address));
  const screen: Screen | undefined = name && screens[name];
  const isMember = who === 'member' || who === 'moderator' || who === 'admin';
  if (name === 'login' && isMember) return { redirect: returnToOf(search) ?? screens.feed.path };
  if (name && screen?.access === 'public') return { screen: name };
  if (who === 'loading' || who === 'failed') return { screen: who };
  if (who === 'visitor') return resolveForVisitor(address, search, wasOpened);
  if (!name) return { screen: 'not-found' };
  const movedTo = movedAdminPages[withoutSlash(address)];
  if (movedTo && (who === 'moderator' || who === 'admin'))
    return { redirect: movedTo + (search && `?${search}`) };
  return { screen: isDenied(name, address, who) ? 'denied' : name };
}

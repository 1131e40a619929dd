import { expect, test } from 'vitest';
import { resolve, screenPath, titleOf, type Who } from './routes.ts';

function outcome(path: string, who: Who, search = ''): string {
  const found = resolve(path, search, who);
  if ('page' in found) return `=> ${found.page}`;
  return 'redirect' in found
    ? `-> ${found.redirect}`
    : found.screen + (found.prompt ? ` (${found.prompt.text})` : '');
}

const LOG_IN = {
  submit: 'landing (Please log in to submit an app)',
  liked: 'landing (Please log in to see your liked apps)',
  profile: 'landing (Please log in to view your profile)',
  settings: 'landing (Please log in to change your settings)',
  'my-app': 'landing (Please log in to see your app)',
  admin: 'landing (You need admin privileges to access this page)',
};

test.each([
  [
    '/',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: 'landing',
      guest: 'feed',
      member: 'feed',
      admin: 'feed',
    },
  ],
  [
    '/home',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: '-> /landing',
      guest: 'feed',
      member: 'feed',
      admin: 'feed',
    },
  ],
  [
    '/landing',
    {
      loading: 'landing',
      failed: 'landing',
      visitor: 'landing',
      guest: 'landing',
      member: 'landing',
      admin: 'landing',
    },
  ],
  [
    '/about',
    { loading: 'about', failed: 'about', visitor: 'about', guest: 'about', member: 'about', admin: 'about' },
  ],
  [
    '/login',
    {
      loading: 'login',
      failed: 'login',
      visitor: 'login',
      guest: 'login',
      member: '-> /home',
      admin: '-> /home',
    },
  ],
  [
    '/forgot-password',
    {
      loading: 'forgot-password',
      failed: 'forgot-password',
      visitor: 'forgot-password',
      guest: 'forgot-password',
      member: 'forgot-password',
      admin: 'forgot-password',
    },
  ],
  [
    '/reset-password',
    {
      loading: 'reset-password',
      failed: 'reset-password',
      visitor: 'reset-password',
      guest: 'reset-password',
      member: 'reset-password',
      admin: 'reset-password',
    },
  ],
  [
    '/verify-email',
    {
      loading: 'verify-email',
      failed: 'verify-email',
      visitor: 'verify-email',
      guest: 'verify-email',
      member: 'verify-email',
      admin: 'verify-email',
    },
  ],
  [
    '/new-email',
    {
      loading: 'new-email',
      failed: 'new-email',
      visitor: 'new-email',
      guest: 'new-email',
      member: 'new-email',
      admin: 'new-email',
    },
  ],
  [
    '/undo-email',
    {
      loading: 'undo-email',
      failed: 'undo-email',
      visitor: 'undo-email',
      guest: 'undo-email',
      member: 'undo-email',
      admin: 'undo-email',
    },
  ],
  [
    '/discover',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: '=> /discover',
      guest: 'discover',
      member: 'discover',
      admin: 'discover',
    },
  ],
  [
    '/submit',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: LOG_IN.submit,
      guest: 'submit',
      member: 'submit',
      admin: 'submit',
    },
  ],
  [
    '/liked',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: LOG_IN.liked,
      guest: 'liked',
      member: 'liked',
      admin: 'liked',
    },
  ],
  [
    '/profile',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: LOG_IN.profile,
      guest: 'profile',
      member: 'profile',
      admin: 'profile',
    },
  ],
  [
    '/settings',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: LOG_IN.settings,
      guest: 'settings',
      member: 'settings',
      admin: 'settings',
    },
  ],
  [
    '/my-app',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: LOG_IN['my-app'],
      guest: 'my-app',
      member: 'my-app',
      admin: 'my-app',
    },
  ],
  [
    '/admin',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: LOG_IN.admin,
      guest: 'denied',
      member: 'denied',
      admin: 'admin',
    },
  ],
  [
    '/admin/log/',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: LOG_IN.admin,
      guest: 'denied',
      member: 'denied',
      admin: 'admin',
    },
  ],
  [
    '/admin/person',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: LOG_IN.admin,
      guest: 'denied',
      member: 'denied',
      admin: 'admin-person',
    },
  ],
  [
    '/admin/nowhere',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: 'landing',
      guest: 'not-found',
      member: 'not-found',
      admin: 'not-found',
    },
  ],
  [
    '/nowhere',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: 'landing',
      guest: 'not-found',
      member: 'not-found',
      admin: 'not-found',
    },
  ],
  [
    '/submit/',
    {
      loading: 'loading',
      failed: 'failed',
      visitor: LOG_IN.submit,
      guest: 'submit',
      member: 'submit',
      admin: 'submit',
    },
  ],
] as const)('resolves %s for each role', (path, expected) => {
  for (const [role, screen] of Object.entries(expected))
    expect(outcome(path, role as Who), role).toBe(screen);
});

test('sends a visitor from the address of a card to the public page of its app', () => {
  expect(outcome('/home', 'visitor', 'app=7')).toBe('=> /a/7');
  expect(outcome('/home', 'visitor', 'app=../x')).toBe('=> /a/..%2Fx');
});

test('loads Discover from the server without a session, even after a session has ended', () => {
  expect(outcome('/discover', 'visitor')).toBe('=> /discover');
  expect(resolve('/discover/', 'q=piano', 'visitor', true)).toEqual({ page: '/discover?q=piano' });
  expect(outcome('/discover', 'loading')).toBe('loading');
});

test('redirects to login and back to the card if the session ended on it', () => {
  const found = resolve('/home', 'app=7', 'visitor', true);
  expect(found).toEqual({ redirect: '/landing?returnTo=%2Fhome%3Fapp%3D7' });
  expect(outcome('/login', 'member', 'returnTo=%2Fhome%3Fapp%3D7')).toBe('-> /home?app=7');
});

test('ignores a return path to another site', () => {
  expect(outcome('/login', 'member', 'returnTo=%2F%2Fevil.example')).toBe('-> /home');
});

test('a prompt links to the login with a return path', () => {
  const found = resolve('/submit', 'url=x', 'visitor');
  expect('prompt' in found && found.prompt?.loginHref).toBe('/login?returnTo=%2Fsubmit%3Furl%3Dx');
});

test.each([
  ['/admin', 'admin'],
  ['/admin/changes/', 'admin'],
  ['/admin/trust', 'admin'],
  ['/admin/hosts', '-> /admin/trust'],
  ['/admin/person', 'admin-person'],
  ['/admin/app', 'admin-app'],
  ['/admin/users', 'denied'],
  ['/admin/config/', 'denied'],
  ['/admin/log/errors', 'denied'],
  ['/admin/errors', '-> /admin/log/errors'],
  ['/settings', 'settings'],
  ['/login', '-> /home'],
])('shows a moderator at %s the screen %s', (path, shown) => {
  expect(outcome(path, 'moderator')).toBe(shown);
});

test('redirects the old address of a page of the dashboard with its query', () => {
  expect(outcome('/admin/groups/', 'admin', 'state=all&page=2')).toBe(
    '-> /admin/trust/groups?state=all&page=2',
  );
  expect(outcome('/admin/signups', 'admin')).toBe('-> /admin');
  expect(outcome('/admin/audit', 'member')).toBe('denied');
  expect(outcome('/admin/audit', 'visitor')).toBe(LOG_IN.admin);
});

test('treats the pages of the dashboard as one screen with a title each', () => {
  expect(['/admin', '/admin/apps', '/admin/log/errors/'].map(screenPath)).toEqual([
    '/admin',
    '/admin',
    '/admin',
  ]);
  expect(titleOf('admin', '/admin/apps')).toBe('Apps · Admin Dashboard');
  expect(titleOf('admin', '/admin/trust/groups')).toBe('Vote groups · Admin Dashboard');
  expect(titleOf('admin', '/admin')).toBe('Stats · Admin Dashboard');
  expect(titleOf('admin', '/admin', 'moderator')).toBe('Queue · Admin Dashboard');
  expect(titleOf('liked', '/liked')).toBe('Liked Apps');
});

import type { ModeratedWorld } from './moderated-world.ts';

/** Limits for the server: lists, and charts or sums over the whole catalogue. */
const LIST_MS = 50;
const DRAWING_MS = 300;
const NUMBERS_MS = 30;

interface ModeratedPage {
  name: string;
  path: string;
  by: 'admin' | 'maker';
  limitMs: number;
}

const sorts = ['score', 'netVotes', 'views', 'createdAt'];

const ofAdmins =
  (limitMs: number) =>
  (name: string, path: string): ModeratedPage => ({ name, path: `admin/${path}`, by: 'admin', limitMs });
const list = ofAdmins(LIST_MS);
const drawing = ofAdmins(DRAWING_MS);

/** Pages about one app or user, those with the most data first. */
function pagesOfOne({ maker, popularAppId, otherId }: ModeratedWorld): ModeratedPage[] {
  return [
    list('page of an app', `apps/${popularAppId}`),
    list('page of an app, history', `apps/${popularAppId}/history?limit=20`),
    list('page of a person, 2,000 apps, 50,000 votes', `users/${maker.id}`),
    list('page of a person, a few apps', `users/${otherId}`),
    list('apps of a person', `users/${maker.id}/apps?limit=50`),
    list('apps of a person, pending', `users/${maker.id}/apps?limit=50&status=pending`),
    list('reports of a person’s apps', `users/${maker.id}/reports?limit=50`),
    list('reports by a person', `users/${otherId}/reports?limit=50&side=made`),
    list('decisions on a person', `users/${maker.id}/history?limit=50`),
    list('decisions on a person’s apps', `users/${maker.id}/history?limit=50&about=apps`),
    {
      name: 'numbers of a maker’s app, 1,000,000 views',
      path: `user/apps/${popularAppId}/stats`,
      by: 'maker',
      limitMs: NUMBERS_MS,
    },
  ];
}

/**
 * Returns all lists of the dashboard (first pages, filters, searches, far pages), the pages of an app and a user,
 * and the charts.
 */
export function moderatedPages(world: ModeratedWorld & { apps: number; users: number }): ModeratedPage[] {
  const { apps, users, maker } = world;
  const halfWay = apps >> 1;
  return [
    ...sorts.map((sort) => list(`apps by ${sort}`, `apps?limit=50&sort=${sort}`)),
    list('apps, half way down', `apps?limit=50&offset=${halfWay}`),
    list('apps, last page', `apps?limit=50&offset=${apps - 50}`),
    list('apps, pending', 'apps?limit=50&status=pending'),
    list('apps, rejected', 'apps?limit=50&status=rejected'),
    list('approved by views, half way', `apps?limit=50&status=approved&sort=views&offset=${halfWay}`),
    list('apps, search', 'apps?limit=50&search=chess'),
    list('apps, search, page 100', 'apps?limit=50&search=chess&offset=4950'),
    list('apps, search among pending', 'apps?limit=50&search=chess&status=pending'),
    list('apps, rare search', 'apps?limit=50&search=coach%2099'),
    list('apps, search that all fit', 'apps?limit=50&search=example'),
    list('apps, search of two letters', 'apps?limit=50&search=12'),
    list('apps, search of one letter', 'apps?limit=50&search=e'),
    list('apps, search without a hit', 'apps?limit=50&search=z'),
    list('pending approvals', 'apps/pending?limit=100'),
    list('queue, by title', 'apps/pending?limit=100&sort=title'),
    list('queue, refused framing', 'apps/pending?limit=100&verdict=refused'),
    list('queue, over 48 hours, newest first', 'apps/pending?limit=100&age=48h&sort=newest'),
    list('queue, one category', 'apps/pending?limit=100&category=Games'),
    list('queue, search', 'apps/pending?limit=100&search=chess'),
    list('queue, search without a hit', 'apps/pending?limit=100&search=zzz'),
    list('queue, search of one letter', 'apps/pending?limit=100&search=e'),
    list('queue, search that all fit, by title', 'apps/pending?limit=100&search=example&sort=title'),
    list('queue, last page', `apps/pending?limit=100&offset=${Math.max(0, Math.floor(apps / 50) - 100)}`),
    list('queue, of one person', `apps/pending?limit=100&submitter=${maker.id}`),
    list('what waits', 'waiting'),
    list('reported apps', 'reported-apps?limit=20'),
    list('reported apps, open', 'reported-apps?limit=20&status=open'),
    list('reported apps, closed', 'reported-apps?limit=20&status=closed'),
    list('changed since approval', 'apps/changed?limit=20'),
    list('hosts', 'hosts?limit=50'),
    list('hosts, search', 'hosts?limit=50&search=hosting'),
    list('apps on blocked hosts', 'hosts/apps?limit=50'),
    list('apps on a host, one', 'hosts/apps?limit=50&host=app-77.example.com'),
    list('apps on a host, a fiftieth of all', 'hosts/apps?limit=50&host=hosting.example&status=all'),
    list('apps, unreachable', 'apps?limit=50&reach=unreachable'),
    list('apps, unreachable for a week', 'apps?limit=50&reach=flagged'),
    ...pagesOfOne(world),
    list('users', 'users?limit=50'),
    list('users, last page', `users?limit=50&offset=${users - 50}`),
    list('users, search', 'users?limit=50&search=lovelace'),
    list('users, search of one letter', 'users?limit=50&search=e'),
    list('users, admins', 'users?limit=50&role=admin'),
    list('users, by provider', 'users?limit=50&provider=google'),
    list('reports', 'reports?limit=10'),
    list('reports, pending', 'reports?limit=50&status=pending'),
    list('audit log', 'audit-log?limit=50'),
    list('audit log, by action', 'audit-log?limit=50&action=app.edited'),
    list('errors, grouped', 'error-logs/groups?limit=50&days=30'),
    drawing('tiles', 'stats'),
    drawing('charts, 30 days', 'stats/history?days=30'),
    drawing('dry run', 'ranking-preview?upvoteWeight=20&downvoteWeight=5&viewWeight=0.1&timeWeight=0.001'),
  ];
}

/** What a list may take at the server, and what a drawing of the whole catalogue may. */
const LIST_MS = 50;
const DRAWING_MS = 300;

interface AdminPage {
  name: string;
  /** Below /api/admin/. */
  path: string;
  limitMs: number;
}

const sorts = ['score', 'netVotes', 'views', 'createdAt'];

const list = (name: string, path: string): AdminPage => ({ name, path, limitMs: LIST_MS });
const drawing = (name: string, path: string): AdminPage => ({ name, path, limitMs: DRAWING_MS });

/**
 * Every list of the dashboard, as its screens ask for it: first pages, filters, searches, and pages far down; and what is
 * drawn of everything there is.
 */
export function adminPages({ apps, users }: { apps: number; users: number }): AdminPage[] {
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
    list('tiles', 'stats'),
    drawing('charts, 30 days', 'stats/history?days=30'),
    drawing('dry run', 'ranking-preview?upvoteWeight=20&downvoteWeight=5&viewWeight=0.1&timeWeight=0.001'),
  ];
}

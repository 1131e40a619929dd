import { posix } from 'node:path';
import type { Context, Node, Rule } from './rule.ts';

/**
 * Floors of each folder, the lowest first. Each entry of a floor may import from lower floors only. Entries that are joined
 * by `|` may import each other. Files that are not listed are on top, or on the floor with `.`. Every subfolder must be listed.
 */
const floorsOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'server/src': [
    ['config.ts', 'db', 'languages'],
    ['log', 'pictures', 'urls'],
    ['jobs'],
    ['backup', 'http'],
    ['accounts', 'mail'],
    ['deps.ts'],
    ['features'],
    ['app.ts'],
    ['start'],
  ],
  'server/src/features': [
    ['api-docs', 'audit-log', 'error-logs', 'makers', 'pictures', 'search', 'security-log', 'votes'],
    ['settings'],
    ['factors', 'registration'],
    ['auth'],
    ['passkeys'],
    ['instance', 'listings', 'users'],
    ['claim-roles'],
    ['identities'],
    ['account', 'api-tokens', 'frames', 'hidden', 'providers', 'security-log'],
    ['approval', 'email-change', 'for-you', 'proof', 'takebacks', 'totp'],
    ['feed', 'history', 'hosts', 'interactions', 'maker-mails', 'pages', 'people'],
    ['today'],
    ['review'],
    ['csv-exports', 'deal-log', 'discover', 'first-views', 'rankings', 'sessions', 'stats', 'vote-groups'],
  ],
  'server/src/features/feed': [['trending']],
  'server/src/features/for-you': [['score.ts'], ['pairs']],
  'server/src/features/frames': [['pictures', 'verification'], ['checks']],
  'server/src/features/listings': [
    ['address', 'budgets', 'changes', 'numbers'],
    ['present'],
    ['files', 'own', 'submit'],
  ],
  'server/src/features/pages': [['common'], ['link-picture'], ['programs']],
  'server/src/features/vote-groups': [['find']],
  'server/src/features/review': [['queue'], ['decisions'], ['apps', 'changes', 'reports'], ['waiting']],
  'web/src': [['lib', 'messages', 'styles', 'styles.css'], ['components'], ['features'], ['app']],
  'web/src/lib': [['.'], ['pending']],
  'web/src/components': [['ui'], ['factor'], ['layout', 'list', 'proof', 'security']],
  'web/src/features': [
    [
      'admin',
      'app-details',
      'auth',
      'discover',
      'feed',
      'history',
      'liked',
      'marketing',
      'my-app',
      'profile',
      'settings',
      'submit',
    ],
  ],
  'web/src/features/admin': [
    ['parts'],
    ['apps', 'audit', 'charts', 'errors', 'reports', 'security', 'today', 'upload', 'users'],
    ['changes|queue|stats', 'groups', 'person', 'signups'],
    ['app', 'hosts'],
    ['claim-roles|config|instance|registration'],
  ],
  'web/src/features/feed': [['state'], ['engine'], ['parts']],
  'web/src/features/feed/engine': [['cues', 'dealing', 'keyboard', 'recording', 'swipe', 'voting']],
  'web/src/features/feed/parts': [['use-feed.ts'], ['bar', 'faces', 'keys', 'overlay'], ['cards']],
};

/** Returns the entry of the folder that contains the file, and its floor; NaN if it is not listed. */
function placeIn(folder: string, file: string): { entry: string; floor: number } | undefined {
  const [, path] = file.split(`/${folder}/`);
  if (path === undefined) return undefined;
  const [name = '', ...rest] = path.split('/');
  const isFile = rest.length === 0;
  for (const [floor, entries] of floorsOf[folder]?.entries() ?? [])
    for (const entry of entries)
      if (entry.split('|').includes(name) || (isFile && entry === '.')) return { entry, floor };
  return isFile ? { entry: '', floor: Infinity } : { entry: name, floor: NaN };
}

/** Returns the folder whose order the import breaks; undefined if there is none. */
function findBroken(file: string, imported: string): string | undefined {
  const target = posix.join(posix.dirname(file), imported);
  const [ownFeature = ''] = file.match(/(server|web)\/src\/features\/[^/]+/) ?? [];
  return [...Object.keys(floorsOf), ownFeature].find((folder) => {
    const [from, to] = [placeIn(folder, file), placeIn(folder, target)];
    return from && to && from.entry !== to.entry && !(from.floor > to.floor);
  });
}

/** Folders import in one direction, so that they form no cycle. */
export const importOrder: Rule = {
  create(context: Context) {
    const file = context.filename.replaceAll('\\', '/');
    const check = (node: Node) => {
      const source = 'source' in node ? node.source : null;
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      if (!source.value.startsWith('.')) return;
      const folder = findBroken(file, source.value);
      if (folder === undefined) return;
      const message = `This import leads up or across the floors of ${folder} (scripts/lint/import-order.ts).`;
      context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

import type { Identifier } from '@mdn/browser-compat-data';
import { parseAst } from 'vite';
import { lacking, mdn, subfeaturesOf } from './lacking.ts';

/** Newer features that are used after a feature test. */
const featureTested: readonly string[] = [
  // Used by zod.
  'Error.captureStackTrace',
  '.captureStackTrace',
  '.stackTraceLimit',
  // Used by React.
  '.displayName',
  '.startViewTransition',
  // Member of Intl.Locale in all supported browsers. `window` has a newer member of this name.
  '.maximize',
];

interface Node {
  type: string;
  [name: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

const builtins = mdn.javascript['builtins'] ?? {};
const interfaces = Object.fromEntries([...subfeaturesOf(mdn.api), ...subfeaturesOf(builtins)]);

/** Owners whose members are looked up. Members of others have names that programs use too, such as `radius`. */
const isCommon = (owner: string) =>
  owner in builtins || /^(?:Node|Element|Document|Window|HTML(?!FencedFrame)\w*)$/.test(owner);

/** Members by name, such as `toArray` of iterators. */
const members = new Map<string, { owner: string; feature: Identifier }[]>();
for (const [owner, described] of Object.entries(interfaces)) {
  for (const [key, feature] of subfeaturesOf(described)) {
    if (!feature.__compat) continue;
    const name = key.replace(/_(?:static|event)$/, '');
    members.set(name, [...(members.get(name) ?? []), { owner, feature }]);
  }
}

/** Returns the browsers that lack every feature of this name. */
function browsersWithoutMember(name: string): string[] {
  const all = members.get(name) ?? [];
  if (!all.some(({ owner }) => isCommon(owner))) return [];
  const lists = all.map(({ feature }) => (feature.__compat ? lacking(name, feature.__compat) : []));
  return lists.every((browsers) => browsers.length > 0) ? [...new Set(lists.flat())] : [];
}

function lackingOf(name: string): string[] {
  const [owner = '', member = ''] = name.split('.');
  if (owner === '') return browsersWithoutMember(member);
  const found = interfaces[owner];
  const feature = name.includes('.') ? (found?.[`${member}_static`] ?? found?.[member]) : found;
  return feature?.__compat ? lacking(member || owner, feature.__compat) : [];
}

interface Names {
  used: Set<string>;
  /** Names that the program defines itself. */
  own: Set<string>;
}

/**
 * Collects names that are unambiguous, like `URL.parse` and `new CloseWatcher`, and names of members, like
 * `.toArray`.
 */
function readNames(code: string, { used, own }: Names): void {
  const visit = (node: Node) => {
    const { key, computed } = node as { key?: unknown; computed?: boolean };
    if (isNode(key) && computed === false) own.add(`.${String(key['name'] ?? key['value'])}`);
    if (node.type === 'MemberExpression' && computed === false) {
      const { object, property } = node as unknown as { object: Node; property: { name: string } };
      if (object.type === 'Identifier') used.add(`${String(object['name'])}.${property.name}`);
      used.add(`.${property.name}`);
    }
    if (node.type === 'NewExpression' && isNode(node['callee']) && node['callee'].type === 'Identifier')
      used.add(String(node['callee']['name']));
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(parseAst(code) as unknown as Node);
}

/**
 * Returns features that the scripts use without a feature test and that an oldest browser lacks, with these
 * browsers. Types are unknown, so members that the program defines itself are ignored.
 */
export function lackingInScripts(scripts: readonly string[]): Map<string, string[]> {
  const names: Names = { used: new Set(), own: new Set() };
  for (const code of scripts) readNames(code, names);
  const found = new Map<string, string[]>();
  for (const name of names.used) {
    const browsers = featureTested.includes(name) || names.own.has(name) ? [] : lackingOf(name);
    if (browsers.length > 0) found.set(name, browsers);
  }
  return found;
}

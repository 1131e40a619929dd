import type { Identifier } from '@mdn/browser-compat-data';
import { parseAst } from 'vite';
import { below, lacking, mdn } from './lacking.ts';

/** What is newer than the oldest browsers and used all the same, by code that asks first whether it is there. */
const askedFor: readonly string[] = [
  // zod's.
  'Error.captureStackTrace',
  '.captureStackTrace',
  '.stackTraceLimit',
  // React's.
  '.displayName',
  '.startViewTransition',
];

interface Node {
  type: string;
  [name: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

const builtins = mdn.javascript['builtins'] ?? {};
const interfaces = Object.fromEntries([...below(mdn.api), ...below(builtins)]);

/** What names of members are looked up in; elsewhere they are what any program may call its own, such as `radius`. */
const isCommon = (owner: string) =>
  owner in builtins || /^(?:Node|Element|Document|Window|HTML(?!FencedFrame)\w*)$/.test(owner);

/** Those of the same name, by the name: `toArray` of iterators, `isSubsetOf` of sets. */
const members = new Map<string, { owner: string; feature: Identifier }[]>();
for (const [owner, described] of Object.entries(interfaces)) {
  for (const [key, feature] of below(described)) {
    if (!feature.__compat) continue;
    const name = key.replace(/_(?:static|event)$/, '');
    members.set(name, [...(members.get(name) ?? []), { owner, feature }]);
  }
}

/** What lacks each one that has the name; none, if one of them may be meant that all browsers have. */
function lackingMember(name: string): string[] {
  const all = members.get(name) ?? [];
  if (!all.some(({ owner }) => isCommon(owner))) return [];
  const lists = all.map(({ feature }) => (feature.__compat ? lacking(name, feature.__compat) : []));
  return lists.every((browsers) => browsers.length > 0) ? [...new Set(lists.flat())] : [];
}

function lackingOf(name: string): string[] {
  const [owner = '', member = ''] = name.split('.');
  if (owner === '') return lackingMember(member);
  const found = interfaces[owner];
  const feature = name.includes('.') ? (found?.[`${member}_static`] ?? found?.[member]) : found;
  return feature?.__compat ? lacking(member || owner, feature.__compat) : [];
}

interface Names {
  used: Set<string>;
  /** What the code gives to its own objects. */
  own: Set<string>;
}

/** By what can mean nothing else, `URL.parse` or `new CloseWatcher`, and by the names of members alone, `.toArray`. */
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
 * What the scripts of one program use, without asking for it first, that one of the oldest browsers lacks, with these
 * browsers. The types of values are unknown here: a member that the program itself defines somewhere may be its own.
 */
export function lackingInScripts(scripts: readonly string[]): Map<string, string[]> {
  const names: Names = { used: new Set(), own: new Set() };
  for (const code of scripts) readNames(code, names);
  const found = new Map<string, string[]>();
  for (const name of names.used) {
    const browsers = askedFor.includes(name) || names.own.has(name) ? [] : lackingOf(name);
    if (browsers.length > 0) found.set(name, browsers);
  }
  return found;
}

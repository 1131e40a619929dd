import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import bcd, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data' with { type: 'json' };
import { parseAst } from 'vite';
import { oldestBrowsers } from '../web/build/browsers.ts';

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url));

/** What is newer than the oldest browsers and used all the same, by code that asks first whether it is there. */
const askedFor: readonly string[] = [
  // zod's.
  'Error.captureStackTrace',
];

type Browser = keyof typeof oldestBrowsers;

interface Node {
  type: string;
  [name: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

const numbers = (version: string) => version.split('.').map(Number);

function isAfter(version: string, other: string): boolean {
  const [major = 0, minor = 0] = numbers(version);
  const [otherMajor = 0, otherMinor = 0] = numbers(other);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

/** The oldest browsers that do not have the feature by themselves. */
function lacking({ support }: CompatStatement): Browser[] {
  return (Object.keys(oldestBrowsers) as Browser[]).filter((browser) => {
    const given = support[browser];
    const statements = Array.isArray(given) ? given : [given];
    return !statements.some((statement) => {
      const added = statement?.version_added;
      if (typeof added !== 'string' || added === 'preview' || statement?.flags || statement?.prefix)
        return false;
      // What was replaced by something fuller later was there all the same.
      const removed = statement?.version_removed;
      if (typeof removed === 'string' && !isAfter(removed, oldestBrowsers[browser])) return false;
      return !isAfter(added.replace('≤', ''), oldestBrowsers[browser]);
    });
  });
}

const interfaces: Record<string, Identifier> = { ...bcd.api, ...bcd.javascript.builtins };

/**
 * What the code uses by a name that can mean nothing else: `URL.parse`, `new Iterator`. What it asks of values cannot be
 * told without their types: there the compiler knows no more of the language than ES2024, which all of them do.
 */
function namesIn(code: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: Node) => {
    if (node.type === 'MemberExpression' && node['computed'] === false) {
      const { object, property } = node as unknown as { object: Node; property: { name: string } };
      if (object.type === 'Identifier') names.add(`${String(object['name'])}.${property.name}`);
    }
    if (node.type === 'NewExpression' && isNode(node['callee']) && node['callee'].type === 'Identifier')
      names.add(String(node['callee']['name']));
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(parseAst(code) as unknown as Node);
  return names;
}

/** The browsers that lack what is named; none, where the data knows nothing of the name. */
function lackingOf(name: string): Browser[] {
  const [owner = '', member] = name.split('.');
  const found = interfaces[owner];
  const feature = member === undefined ? found : (found?.[`${member}_static`] ?? found?.[member]);
  return feature?.__compat ? lacking(feature.__compat) : [];
}

const folder = join(DIST, 'assets');
const files = (await readdir(folder)).filter((file) => file.endsWith('.js'));
let names = 0;
const faults: string[] = [];
for (const file of files) {
  for (const name of namesIn(await readFile(join(folder, file), 'utf8'))) {
    names += 1;
    const browsers = askedFor.includes(name) ? [] : lackingOf(name);
    for (const browser of browsers)
      faults.push(`${file}: ${browser} ${oldestBrowsers[browser]} has no ${name}`);
  }
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
// Without names, the files were not read as they are.
if (faults.length > 0 || names === 0) process.exit(1);

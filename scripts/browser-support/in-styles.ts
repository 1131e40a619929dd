import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { isMobile, lacking, mdn, subfeaturesOf } from './lacking.ts';

/** Properties without which nothing is lost, with the reason. */
const decoration: Readonly<Record<string, string>> = {
  '@starting-style': 'appears at once',
  '-webkit-tap-highlight-color': 'only where a tap is highlighted',
  '::selection': 'in the colours of the system',
  'content-visibility': 'drawn before it is seen',
  'field-sizing': 'scrolls, and can be drawn larger',
  'font-family': 'the next one in the list',
  'forced-color-adjust': 'Safari forces no colours',
  'scrollbar-width': '::-webkit-scrollbar stands beside it',
  'hyphenate-limit-chars': 'hyphens in shorter words',
  'text-wrap': 'a short last line',
  'word-break': 'a Japanese line ends inside a phrase',
};

/** Properties for desktop or phone browsers only. */
const desktopOnly: readonly string[] = ['cursor', 'resize'];
const phoneOnly: readonly string[] = ['text-size-adjust'];

/** Returns the browsers for which the property matters. */
function affectedBrowsers(property: string, browsers: string[]): string[] {
  if (property in decoration) return [];
  if (desktopOnly.includes(property)) return browsers.filter((browser) => !isMobile(browser));
  return phoneOnly.includes(property) ? browsers.filter(isMobile) : browsers;
}

/** Functions by name. Some belong to several types. */
const functions = new Map<string, CompatStatement[]>();
function collect(types: Identifier | undefined): void {
  for (const [name, feature] of subfeaturesOf(types)) {
    if (feature.__compat) functions.set(name, [...(functions.get(name) ?? []), feature.__compat]);
    collect(feature);
  }
}
collect(mdn.css['types']);

type Say = (name: string, browsers: string[]) => void;

/** Checks an at-rule or selectors. Vendor prefixes are ignored. */
function checkRule(opening: string, say: Say): void {
  const rule = /^@([\w-]+)/.exec(opening)?.[1];
  if (rule !== undefined) {
    const known = mdn.css['at-rules']?.[rule]?.__compat;
    if (known) say(`@${rule}`, lacking(rule, known));
    return;
  }
  for (const [selector, name = ''] of opening.matchAll(/::?([a-z][\w-]*)/g)) {
    const known = mdn.css['selectors']?.[name]?.__compat;
    if (known) say(selector, lacking(name, known));
  }
}

function judgeDeclarations(declared: ReadonlyMap<string, string>, say: Say): void {
  for (const [property, value] of declared) {
    const known = mdn.css['properties']?.[property];
    if (known?.__compat) say(property, lacking(property, known.__compat, declared.keys()));
    for (const [, name = ''] of value.matchAll(/([a-z][\w-]*)\(/g)) {
      const all = (functions.get(name) ?? []).map((each) => lacking(name, each));
      if (all.every((browsers) => browsers.length > 0)) say(`${property}: ${name}()`, all[0] ?? []);
    }
    const words = value.split(/[\s,()/!]+/);
    for (const word of words) {
      const keyword = known?.[word]?.__compat;
      if (keyword) say(`${property}: ${word}`, lacking(word, keyword, words));
    }
  }
}

/**
 * Returns features that the built style sheet uses and that an oldest browser lacks, with these browsers. Decoration
 * is ignored. A property or a keyword may be present under a prefixed name too.
 */
export function lackingInStyles(css: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const say: Say = (name, browsers) => {
    const missed = affectedBrowsers(name.split(': ')[0] ?? '', browsers);
    if (missed.length > 0) found.set(name, missed);
  };
  const open = [new Map<string, string>()];
  for (const [, text = '', end] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    const part = text.trim();
    if (end === '{') {
      checkRule(part, say);
      open.push(new Map());
      continue;
    }
    const [, property, value = ''] = /^([a-z-]+)\s*:(.*)$/s.exec(part) ?? [];
    const rule = open.at(-1);
    // A rule can declare a property twice, also with a prefixed value.
    if (property !== undefined && !property.startsWith('--'))
      rule?.set(property, `${rule.get(property) ?? ''} ${value}`);
    if (end === '}') judgeDeclarations(open.pop() ?? new Map<string, string>(), say);
  }
  return found;
}

import { formatWith } from '../languages/say.ts';
import type { ShownLanguage } from '../languages/shown-language.ts';

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 cannot represent, not even escaped. */
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNWRITABLE, '')
    .replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');
}

type Filling = Markup | string | number | null | false | readonly Filling[];

function written(value: Filling): string {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(written).join('');
  return escapeHtml(String(value));
}

export function html(parts: TemplateStringsArray, ...values: readonly Filling[]): Markup {
  const text = parts.map((part, index) => (index === 0 ? part : written(values[index - 1] ?? null) + part));
  return new Markup(text.join(''));
}

export const XML_DECLARATION = new Markup('<?xml version="1.0" encoding="utf-8"?>');

/** Returns the value as a JSON block for HTML. Its texts cannot close the block. */
export function jsonBlock(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', String.raw`\u003c`));
}

export type MarkupValues = Readonly<Record<string, string | number | Markup>>;

/** Returns an English text in a language as markup. Escapes values that are text. */
export function sayMarkupIn(language: ShownLanguage, text: string, values: MarkupValues): Markup {
  const said = formatWith(language, text, values, {
    text: escapeHtml,
    value: (value: string | Markup) => html`${value}`.text,
  });
  return new Markup(said);
}

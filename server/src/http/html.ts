/** Markup that may stand in a document as it is. */
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

/** What XML 1.0 has no way to write, not even escaped. */
// oxlint-disable-next-line no-control-regex -- they are what is meant
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** The text as it may stand between tags and in quoted attributes, of HTML and of XML. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(UNWRITABLE, '')
    .replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');
}

/** What may be filled into markup; `null` and `false` leave the place empty. */
type Filling = Markup | string | number | null | false | readonly Filling[];

function written(value: Filling): string {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(written).join('');
  return escapeHtml(String(value));
}

/** Markup of HTML or XML in which all that is filled in is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Filling[]): Markup {
  const text = parts.map((part, index) => (index === 0 ? part : written(values[index - 1] ?? null) + part));
  return new Markup(text.join(''));
}

/** What a document of XML begins with. */
export const XML_DECLARATION = new Markup('<?xml version="1.0" encoding="utf-8"?>');

/** JSON as a block of data in HTML, which nothing in its texts can end. */
export function jsonBlock(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', String.raw`\u003c`));
}

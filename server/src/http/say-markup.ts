import { formatWith } from '../languages/say.ts';
import type { ShownLanguage } from '../languages/shown-language.ts';
import { escapeHtml, html, Markup } from './html.ts';

export type MarkupValues = Readonly<Record<string, string | number | Markup>>;

/** Returns an English text in a language as markup. Values that are text are escaped, markup is kept. */
export function sayMarkupIn(language: ShownLanguage, text: string, values: MarkupValues): Markup {
  const written = formatWith(language, text, values, {
    text: escapeHtml,
    value: (value: string | Markup) => html`${value}`.text,
  });
  return new Markup(written);
}

import {
  type Filled,
  inEnglish,
  type Marked,
  type MessageValues,
  messageParts,
} from '@zapdeck/contract/wire/message';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { catalogueOf } from './catalogue.ts';
import { type ShownLanguage, writtenLanguage } from './shown-language.ts';

/** Marks where values are inserted after formatting, so that escape sequences in them are not decoded. */
const PLACE = /\uE000(\d+)\uE001/g;

/** Formats a text. `write` receives the formatted pieces, and the values that are not numbers. */
export function formatWith<Value>(
  language: ShownLanguage,
  text: string,
  values: Readonly<Record<string, Value | number>>,
  write: { text: (text: string) => string; value: (value: Value) => string },
): string {
  const held: Value[] = [];
  const places = Object.entries(values).map(([name, value]) => [
    name,
    // A select compares the value itself.
    typeof value === 'number' || text.includes(`{${name}, select,`)
      ? value
      : `\uE000${held.push(value) - 1}\uE001`,
  ]);
  const formatted = catalogueOf(language).format(text, Object.fromEntries(places));
  return write.text(formatted).replaceAll(PLACE, (_, index: string) => {
    const value = held[Number(index)];
    return value === undefined ? '' : write.value(value);
  });
}

/** Returns an English text in a language with its values, in ICU MessageFormat. */
export function sayIn(language: ShownLanguage, text: string, values: MessageValues = {}): string {
  return formatWith(language, text, values, {
    text: (formatted) => formatted,
    value: (value: string | Filled) => (typeof value === 'string' ? value : sayMarkedIn(language, value)),
  });
}

/** Returns a marked text in a language. A text that is not in the catalogue stays unchanged. */
export function sayMarkedIn(language: ShownLanguage, marked: Marked): string {
  const [text, values] = messageParts(marked);
  if (typeof marked !== 'string') return sayIn(language, text, values);
  if (language === DEFAULT_LANGUAGE || !catalogueOf(language).has(text)) return inEnglish(marked);
  return sayIn(language, text, values);
}

/** Says texts in one language. `locale` is the tag for `Intl`. */
export interface Speech {
  readonly language: ShownLanguage;
  readonly locale: string;
  readonly say: (text: string, values?: MessageValues) => string;
  readonly sayMarked: (marked: Marked) => string;
}

export const speechIn = (language: ShownLanguage): Speech => ({
  language,
  locale: writtenLanguage(language),
  say: (text, values) => sayIn(language, text, values),
  sayMarked: (marked) => sayMarkedIn(language, marked),
});

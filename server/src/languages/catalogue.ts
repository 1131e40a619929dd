import { readFileSync } from 'node:fs';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { parsePo } from 'pofile-ts';
import { isPseudo, type ShownLanguage, writtenLanguage } from './shown-language.ts';

const accents = new Map(
  [...'AaCcEeGgIiLlNnOoRrSsUuYyZz'].map((letter, at) => [letter, [...'ÅåÇçËëĞğÎîĻļÑñØøŔŕŠšÛûÝýŽž'][at]]),
);
const LONGER = 0.4;

function toPseudo(text: string): string {
  const accented = [...text].map((letter) => accents.get(letter) ?? letter).join('');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return accented.replace(/\s*$/, (end) => '~'.repeat(Math.ceil(letters * LONGER)) + end);
}

const FOLDER = new URL('../../../messages/', import.meta.url);

/** Reads the translations of a catalogue, by English text. */
export function readTranslations(name: string): ReadonlyMap<string, string> {
  const { items } = parsePo(readFileSync(new URL(`${name}.po`, FOLDER), 'utf8'));
  return new Map(
    items.flatMap(({ msgid, msgctxt, msgstr: [text] }) => (text && msgctxt === null ? [[msgid, text]] : [])),
  );
}

class Catalogue {
  readonly #language: ShownLanguage;
  readonly #locale: string;
  readonly #i18n: I18n;
  #translations: ReadonlyMap<string, string> | undefined;

  constructor(language: ShownLanguage) {
    this.#language = language;
    this.#locale = writtenLanguage(language);
    this.#i18n = setupI18n({ locale: this.#locale, messages: { [this.#locale]: {} } });
  }

  get #all(): ReadonlyMap<string, string> {
    return (this.#translations ??= readTranslations(
      isPseudo(this.#language) ? DEFAULT_LANGUAGE : this.#language,
    ));
  }

  has(text: string): boolean {
    return this.#all.has(text);
  }

  /** Returns the text with its values. A text without a translation stays English. */
  format(text: string, values?: Readonly<Record<string, unknown>>): string {
    if (!Object.hasOwn(this.#i18n.messages, text)) {
      const translation = this.#language === DEFAULT_LANGUAGE ? text : (this.#all.get(text) ?? text);
      const compiled = compileMessageOrThrow(translation, isPseudo(this.#language) ? toPseudo : undefined);
      this.#i18n.load(this.#locale, { [text]: compiled });
    }
    return this.#i18n._(text, values);
  }
}

const catalogues = new Map<ShownLanguage, Catalogue>();

/** Returns the texts of a language. Reads the file on first use. */
export function catalogueOf(language: ShownLanguage): Catalogue {
  const catalogue = catalogues.get(language) ?? new Catalogue(language);
  catalogues.set(language, catalogue);
  return catalogue;
}

import type { ShownLanguage } from '../languages/shown-language.ts';
import { type ReadyDocument, readyDocument } from './entity-tag.ts';

/** `%NAME%` or `%NAME{standard text}%`. The standard text may contain placeholders. */
const PLACEHOLDER = /%([A-Z_]+)(?:\{(.*?)\})?%/gs;

/** Element that is shown only if the placeholder has a value. It contains no element with the same tag. */
const CONDITIONAL = /<(\w+) data-shown-if="([A-Z_]+)"(?:[^>]*\/>|.*?<\/\1>)/gs;

function withoutHidden(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(CONDITIONAL, (element, _tag, name: string) =>
    values.get(`%${name}%`) === '' ? '' : element,
  );
}

function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (place, name: string, standard: string | undefined) => {
    const value = values.get(`%${name}%`);
    if (standard === undefined) return value ?? place;
    return value === undefined || value === '' ? fill(standard, values) : value;
  });
}

/** Fills in placeholders. Unknown ones stay. Values are markup, and placeholders in them are ignored. */
export function fillPage(template: string, values: ReadonlyMap<string, string>): string {
  return fill(withoutHidden(template, values), values);
}

/** Values of some placeholders in a language, either constant or refreshed every few seconds. */
export type LivePart = { places: readonly string[] } & (
  | { seconds: number; read: (language: ShownLanguage) => Promise<readonly string[]> }
  | { now: (language: ShownLanguage) => readonly string[] }
);

const RETRY_S = 5;
const HTML = 'text/html; charset=utf-8';

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((text, index) => text === others[index]);

/** Only the first request waits. The part is empty until it was read, and keeps its value if a read fails. */
function kept(part: LivePart, language: ShownLanguage): () => Promise<readonly string[]> {
  if ('now' in part) return async () => part.now(language);
  const { seconds, read } = part;
  let texts: readonly string[] = [];
  let dueAtMs = -Infinity;
  let reading: Promise<void> | undefined;
  const refresh = async () => {
    let heldS = RETRY_S;
    try {
      const current = await read(language);
      if (!isSame(current, texts)) texts = current;
      heldS = seconds;
    } catch {
      // The database is unavailable. Other requests report it.
    }
    dueAtMs = performance.now() + heldS * 1_000;
    reading = undefined;
  };
  return async () => {
    const isFirst = dueAtMs === -Infinity;
    if (performance.now() >= dueAtMs) reading ??= refresh();
    if (isFirst) await reading;
    return texts;
  };
}

const hasPlace = (template: string, place: string) => template.includes(place.slice(0, -1));

/** Fills a page again only if one of its parts has changed. */
export function livePages(
  parts: readonly LivePart[],
  language: ShownLanguage,
): (template: string) => () => Promise<ReadyDocument> {
  const all = parts.map((part) => ({ places: part.places, current: kept(part, language) }));
  return (template) => {
    const used = all.filter(({ places }) => places.some((place) => hasPlace(template, place)));
    let made: { texts: readonly (readonly string[])[]; document: Promise<ReadyDocument> } | undefined;
    return async () => {
      const texts = await Promise.all(used.map(({ current }) => current()));
      if (made?.texts.every((known, index) => known === texts[index])) return made.document;
      const values = used.flatMap(({ places }, part) =>
        places.map((place, index) => [place, texts[part]?.[index] ?? ''] as const),
      );
      made = { texts, document: readyDocument(fillPage(template, new Map(values)), HTML) };
      return made.document;
    };
  };
}

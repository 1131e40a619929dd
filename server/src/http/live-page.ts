import { type ReadyDocument, readyDocument } from './ready-document.ts';

export interface LivePart {
  places: readonly string[];
  seconds: number;
  read: () => Promise<readonly string[]>;
}

const RETRY_S = 5;
const HTML = 'text/html; charset=utf-8';

/** Only the first request waits. The part is empty until it has been read, and stays while reading fails. */
function kept({ seconds, read }: LivePart): () => Promise<readonly string[]> {
  let texts: readonly string[] = [];
  let dueAtMs = -Infinity;
  let reading: Promise<void> | undefined;
  const readAnew = async () => {
    let heldS = RETRY_S;
    try {
      texts = await read();
      heldS = seconds;
    } catch {
      // The database is unavailable. Other requests report it.
    }
    dueAtMs = performance.now() + heldS * 1_000;
    reading = undefined;
  };
  return async () => {
    const isFirst = dueAtMs === -Infinity;
    if (performance.now() >= dueAtMs) reading ??= readAnew();
    if (isFirst) await reading;
    return texts;
  };
}

/** Fills a page again only if one of its parts has changed. */
export function livePages(parts: readonly LivePart[]): (template: string) => () => Promise<ReadyDocument> {
  const all = parts.map((part) => ({ places: part.places, current: kept(part) }));
  return (template) => {
    const used = all.filter(({ places }) => places.some((place) => template.includes(place)));
    let made: { page: string; document: Promise<ReadyDocument> } | undefined;
    return async () => {
      let page = template;
      for (const { places, current } of used) {
        const texts = await current();
        for (const [index, place] of places.entries())
          page = page.replaceAll(place, () => texts[index] ?? '');
      }
      if (made?.page !== page) made = { page, document: readyDocument(page, HTML) };
      return made.document;
    };
  };
}

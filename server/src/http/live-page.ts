import { type ReadyDocument, readyDocument } from './ready-document.ts';

/** What changes in pages while the server runs. */
export interface LivePart {
  /** What stands for it in their templates. */
  places: readonly string[];
  /** For how long it holds. */
  seconds: number;
  /** The HTML for each of the places. */
  read: () => Promise<readonly string[]>;
}

const RETRY_S = 5;
const HTML = 'text/html; charset=utf-8';

/**
 * The part as it was last read, which is at most once in its time. Only the first ask waits; the part is empty until it
 * could be read, and stays as it was while it cannot.
 */
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
      // The database is away: whatever else asks it says so.
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

/** Makes pages of templates, each made anew only when one of its parts has changed. */
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

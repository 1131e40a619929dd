import type { Translated } from '@zapdeck/contract/instance/instance';
import { type CannedReason, cannedReasonIn } from '@zapdeck/contract/moderation/moderation';
import { type Language, languages } from '@zapdeck/contract/wire/languages';
import { desc } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { cannedReasons } from '../db/schema/canned-reasons.table.ts';
import { type ShownLanguage, writtenLanguage } from '../languages/shown-language.ts';

const { label, text, labels, texts } = cannedReasons;
const columns = { label, text, labels, texts };

type CannedWords = Pick<CannedReason, keyof typeof columns>;

const written = (byLanguage: Translated): Translated =>
  Object.fromEntries(
    (Object.keys(languages) as Language[]).flatMap((tag) =>
      byLanguage[tag] ? [[tag, byLanguage[tag]]] : [],
    ),
  );

/** Returns a canned reason without empty texts, and without texts in unknown languages. */
export const wordsOf = (canned: CannedWords): CannedWords => ({
  label: canned.label,
  text: canned.text,
  labels: written(canned.labels),
  texts: written(canned.texts),
});

/** Translates each canned text that stands on its own lines. */
function translated(reason: string, canned: readonly CannedWords[], language: ShownLanguage): string {
  const lines = canned.reduce((said, words) => {
    const own = cannedReasonIn(words, writtenLanguage(language)).text;
    return [words.text, ...Object.values(words.texts)].reduce(
      (before, other) => before.replaceAll(`\n${other}\n`, () => `\n${own}\n`),
      said,
    );
  }, `\n${reason}\n`);
  return lines.slice(1, -1);
}

/** Returns a function that translates canned reasons, also with earlier words. Typed text stays unchanged. */
export async function reasonsIn(
  db: Db,
  language: ShownLanguage,
  reasons: readonly (string | null)[],
): Promise<(reason: string | null) => string | null> {
  if (reasons.every((reason) => reason === null)) return (reason) => reason;
  const canned = await db.select(columns).from(cannedReasons).orderBy(desc(cannedReasons.retiredAt));
  return (reason) => reason && translated(reason, canned, language);
}

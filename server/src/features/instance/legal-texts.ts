import type { Instance, Translated } from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import {
  type LegalPageName,
  type LegalText,
  type saveLegalText as saveLegalTextRoute,
} from '@zapdeck/contract/instance/legal-texts';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { and, desc, eq, ne } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { type Db, one } from '../../db/client.ts';
import { instance, legalTexts } from '../../db/schema/instance.table.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { isLanguage } from '../../languages/shown-language.ts';
import { type AdminStamp, recordAction } from '../audit-log/audit-log.ts';
import { shorten } from '../audit-log/shorten.ts';

interface Place {
  page: LegalPageName;
  language: Language;
}

const at = ({ page, language }: Place) => and(eq(legalTexts.page, page), eq(legalTexts.language, language));

/** Returns the ids of the texts in force. */
export async function textsInForce(db: Db): Promise<Instance['legalTexts']> {
  const { id, page, language } = legalTexts;
  const rows = await db
    .select({ id, page, language })
    .from(legalTexts)
    .where(and(legalTexts.isActive, ne(legalTexts.text, '')));
  const idsOf = (name: LegalPageName): Translated =>
    Object.fromEntries(
      rows
        .filter((row) => row.page === name && isLanguage(row.language))
        .map((row) => [row.language, row.id]),
    );
  return { privacy: idsOf('privacy'), terms: idsOf('terms'), imprint: idsOf('imprint') };
}

export async function readTextOfId(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ text: legalTexts.text }).from(legalTexts).where(eq(legalTexts.id, id));
  return row?.text;
}

async function readActive(db: Db, place: Place): Promise<string> {
  const { text } = legalTexts;
  const [row] = await db
    .select({ text })
    .from(legalTexts)
    .where(and(legalTexts.isActive, at(place)));
  return row?.text ?? '';
}

async function readTerms(db: Db): Promise<{ version: number; url: string | null }> {
  const { termsVersion, termsUrl } = instance;
  return one(
    await db
      .select({ version: termsVersion, url: termsUrl })
      .from(instance)
      .where(eq(instance.isActive, true)),
  );
}

/** The text is empty without one. */
export async function readLegalText(db: Db, place: Place): Promise<LegalText> {
  return { text: await readActive(db, place), termsVersion: (await readTerms(db)).version };
}

/** Returns the version of the terms after a save: a new one if they are published first, or if members have to accept them again. */
export function termsVersionAfter(
  version: number,
  { isPublished, isChanged }: { isPublished: boolean; isChanged: boolean },
  replaced: number | undefined,
): number {
  if (!isPublished) return version;
  if (version === 0) return 1;
  // A repeated request has stored the terms already, and replaces the version before.
  return version + (replaced !== undefined && (replaced === version || isChanged) ? 1 : 0);
}

/** Does nothing if the text is unchanged and members do not have to accept the terms again. */
export async function saveLegalText(
  db: Db,
  place: Place,
  { text, replacesTermsVersion }: BodyOf<typeof saveLegalTextRoute>,
  stamp: AdminStamp,
): Promise<LegalText> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    await holdLock(tx, 'settings');
    const before = await readActive(tx, place);
    const isChanged = text !== before;
    if (isChanged) {
      await tx
        .update(legalTexts)
        .set({ isActive: false })
        .where(and(legalTexts.isActive, at(place)));
      await tx.insert(legalTexts).values({ ...place, text, savedBy: stamp.actorId, createdAt: stamp.now });
    }
    const terms = await readTerms(tx);
    const isPublished = terms.url !== null || Object.keys((await textsInForce(tx)).terms).length > 0;
    const termsVersion =
      place.page === 'terms'
        ? termsVersionAfter(terms.version, { isPublished, isChanged }, replacesTermsVersion)
        : terms.version;
    const isNewVersion = termsVersion !== terms.version;
    if (isNewVersion) await tx.update(instance).set({ termsVersion }).where(eq(instance.isActive, true));
    if (isChanged || isNewVersion) {
      const valuesWith = (words: string, version: number) => ({
        ...(isChanged && { [place.page]: { [place.language]: words } }),
        ...(isNewVersion && { termsVersion: version }),
      });
      // The history has the whole texts.
      const values = { before: valuesWith(before, terms.version), after: valuesWith(text, termsVersion) };
      await recordAction(tx, stamp, { action: 'instance.legal', ...shorten(values) });
    }
    return { text, termsVersion };
  });
}

export async function listLegalTexts(db: Db, place: Place, { limit, offset }: PageQuery) {
  const rows = await db
    .select({ row: legalTexts, savedBy: personColumns })
    .from(legalTexts)
    .leftJoin(users, eq(users.id, legalTexts.savedBy))
    .where(at(place))
    .orderBy(desc(legalTexts.createdAt), desc(legalTexts.id))
    .limit(limit)
    .offset(offset);
  const items = rows.map(({ row, savedBy }) => ({
    id: row.id,
    savedBy,
    savedAt: row.createdAt.toISOString(),
    isActive: row.isActive,
    values: { text: row.text },
  }));
  return { items, total: await db.$count(legalTexts, at(place)) };
}

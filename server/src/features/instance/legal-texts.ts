import type { Instance, Translated } from '@zapdeck/contract/instance/instance';
import {
  type LegalPageName,
  type LegalText,
  LegalWords,
  type saveLegalText as saveLegalTextRoute,
} from '@zapdeck/contract/instance/legal-texts';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { and, eq, like, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { settings } from '../../db/schema/settings.table.ts';
import { isLanguage } from '../../languages/shown-language.ts';
import { type AdminStamp, recordAction } from '../audit-log/audit-log.ts';
import {
  listSettings,
  noteBeside,
  type Outcome,
  readSettings,
  readValues,
  replaceSettings,
  type SavedSettings,
  withSettingsLock,
} from '../settings/settings.ts';
import { instanceKind, legalKind, type LegalPlace } from '../settings/kinds.ts';

const text = sql<string>`${settings.values} ->> 'text'`;

/** Returns the ids of the texts in force. */
export async function textsInForce(db: Db): Promise<Instance['legalTexts']> {
  const { id, kind } = settings;
  const rows = await db
    .select({ id, kind })
    .from(settings)
    .where(and(settings.isActive, like(kind, 'legal/%'), sql`${text} <> ''`));
  const idsOf = (page: LegalPageName): Translated =>
    Object.fromEntries(
      rows.flatMap((row) => {
        const [, name, language] = row.kind.split('/');
        return name === page && isLanguage(language) ? [[language, row.id]] : [];
      }),
    );
  return { privacy: idsOf('privacy'), terms: idsOf('terms'), imprint: idsOf('imprint') };
}

export async function readTextOfId(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ text }).from(settings).where(eq(settings.id, id));
  return row?.text;
}

export async function readLegalText(db: Db, place: LegalPlace): Promise<SavedSettings<LegalText>> {
  const { values, version } = await readSettings(db, legalKind(place));
  const { termsVersion } = await readValues(db, instanceKind);
  return { values: { ...values, termsVersion }, version };
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

type Changed = Outcome<object>['changed'];

/** Stores a new version of the terms. Returns the changed fields with it. */
export async function noteTermsVersion(
  tx: Db,
  [before, after]: readonly [number, number],
  changed: Changed,
): Promise<Changed> {
  if (before === after) return changed;
  await noteBeside(tx, instanceKind, { termsVersion: after });
  return {
    before: { ...changed?.before, termsVersion: before },
    after: { ...changed?.after, termsVersion: after },
  };
}

/**
 * Does nothing if the text is unchanged and members do not have to accept the terms again. Rejects with `settings_changed`.
 */
export async function saveLegalText(
  db: Db,
  place: LegalPlace,
  { text: words, version: seen, replacesTermsVersion }: BodyOf<typeof saveLegalTextRoute>,
  stamp: AdminStamp,
): Promise<SavedSettings<LegalText>> {
  return withSettingsLock(db, stamp, async (tx) => {
    const saved = await replaceSettings(tx, legalKind(place), { text: words, version: seen }, stamp);
    const { termsVersion: before, legal } = await readValues(tx, instanceKind);
    const isPublished = legal.terms.url !== '' || Object.keys((await textsInForce(tx)).terms).length > 0;
    const isChanged = saved.changed !== null;
    const termsVersion =
      place.page === 'terms'
        ? termsVersionAfter(before, { isPublished, isChanged }, replacesTermsVersion)
        : before;
    const named = (values: Readonly<Record<string, unknown>>) => ({
      [place.page]: { [place.language]: values['text'] },
    });
    const texts = saved.changed && {
      before: named(saved.changed.before),
      after: named(saved.changed.after),
    };
    const changed = await noteTermsVersion(tx, [before, termsVersion], texts);
    if (changed) await recordAction(tx, stamp, { action: 'instance.legal', ...changed });
    return { values: { text: words, termsVersion }, version: saved.version };
  });
}

export const listLegalTexts = (db: Db, place: LegalPlace, page: PageQuery) =>
  listSettings(db, legalKind(place), page, LegalWords);

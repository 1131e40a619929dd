import {
  defaultInstance,
  type Instance,
  type InstanceSettings,
  REGISTRATIONS,
  type saveInstance as saveInstanceRoute,
  type Translated,
} from '@zapdeck/contract/instance/instance';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { desc, eq } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { type Db, one } from '../../db/client.ts';
import { instance } from '../../db/schema/instance.table.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { isLanguage } from '../../languages/shown-language.ts';
import { type AdminStamp, differences, recordAction } from '../audit-log/audit-log.ts';
import { termsVersionAfter, textsInForce } from './legal-texts.ts';

type Row = typeof instance.$inferSelect;

const isActive = eq(instance.isActive, true);

/** Drops texts in languages that this version does not have. */
function translated(texts: Record<string, string>): Translated {
  return Object.fromEntries(Object.entries(texts).filter(([tag]) => isLanguage(tag)));
}

function settingsOf(row: Row): InstanceSettings {
  const languages = row.languages?.filter(isLanguage) ?? [];
  return {
    name: row.name,
    tagline: translated(row.tagline),
    description: translated(row.description),
    accent: row.accent,
    contact: row.contact ?? '',
    showPoweredBy: row.showPoweredBy,
    defaultLanguage: isLanguage(row.defaultLanguage) ? row.defaultLanguage : defaultInstance.defaultLanguage,
    languages: languages.length > 0 ? languages : defaultInstance.languages,
    registration: REGISTRATIONS.find((way) => way === row.registration) ?? 'closed',
    registrationQuestion: translated(row.registrationQuestion),
    allowedDomains: row.allowedDomains,
    guests: row.guests,
    landing: {
      heading: translated(row.landingHeading),
      subtitle: translated(row.landingSubtitle),
      note: translated(row.landingNote),
    },
    about: {
      heading: translated(row.aboutHeading),
      subtitle: translated(row.aboutSubtitle),
      note: translated(row.aboutNote),
    },
    submitNote: translated(row.submitNote),
    legal: {
      privacy: { url: row.privacyUrl ?? '' },
      terms: { url: row.termsUrl ?? '' },
      imprint: { url: row.imprintUrl ?? '' },
    },
  };
}

const withoutEmpty = (texts: Translated) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

const orNull = (text: string) => (text === '' ? null : text);

function columnsOf(settings: InstanceSettings) {
  const { landing, about, legal } = settings;
  const languages = defaultInstance.languages.filter(
    (tag) => tag === settings.defaultLanguage || settings.languages.includes(tag),
  );
  return {
    name: settings.name,
    tagline: withoutEmpty(settings.tagline),
    description: withoutEmpty(settings.description),
    accent: settings.accent,
    contact: orNull(settings.contact),
    showPoweredBy: settings.showPoweredBy,
    defaultLanguage: settings.defaultLanguage,
    // Languages of later versions are offered too.
    languages: languages.length === defaultInstance.languages.length ? null : languages,
    registration: settings.registration,
    registrationQuestion: withoutEmpty(settings.registrationQuestion),
    allowedDomains: [...new Set(settings.allowedDomains)],
    guests: settings.guests,
    landingHeading: withoutEmpty(landing.heading),
    landingSubtitle: withoutEmpty(landing.subtitle),
    landingNote: withoutEmpty(landing.note),
    aboutHeading: withoutEmpty(about.heading),
    aboutSubtitle: withoutEmpty(about.subtitle),
    aboutNote: withoutEmpty(about.note),
    submitNote: withoutEmpty(settings.submitNote),
    privacyUrl: orNull(legal.privacy.url),
    termsUrl: orNull(legal.terms.url),
    imprintUrl: orNull(legal.imprint.url),
  };
}

async function readActive(db: Db): Promise<Row> {
  return one(await db.select().from(instance).where(isActive));
}

export async function readInstance(db: Db): Promise<Instance> {
  const row = await readActive(db);
  const { logo, termsVersion, requireFactor } = row;
  return { ...settingsOf(row), logo, termsVersion, legalTexts: await textsInForce(db), requireFactor };
}

type Kept = Omit<typeof instance.$inferInsert, 'id' | 'isActive' | 'savedBy' | 'createdAt'>;

/** The transaction must hold the lock of the settings. */
async function replaceActive(tx: Db, values: Kept, { actorId, now }: AdminStamp): Promise<void> {
  await tx.update(instance).set({ isActive: false }).where(isActive);
  await tx.insert(instance).values({ ...values, savedBy: actorId, createdAt: now });
}

const whoMayJoin = ['registration', 'allowedDomains', 'guests'] as const;

/**
 * Does nothing if the settings are unchanged and members do not have to accept the terms again. Calls `requireProof` if other people
 * may join afterwards.
 */
export async function saveInstance(
  db: Db,
  { replacesTermsVersion, ...settings }: BodyOf<typeof saveInstanceRoute>,
  { requireProof, ...stamp }: AdminStamp & { requireProof: () => void },
): Promise<Instance> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    await holdLock(tx, 'settings');
    const { id: _, createdAt: __, ...before } = await readActive(tx);
    const columns = columnsOf(settings);
    const { termsUrl } = columns;
    const texts = await textsInForce(tx);
    const terms = {
      isPublished: termsUrl !== null || Object.keys(texts.terms).length > 0,
      isChanged: termsUrl !== before.termsUrl,
    };
    const termsVersion = termsVersionAfter(before.termsVersion, terms, replacesTermsVersion);
    const values = { ...columns, termsVersion };
    const changed = differences(before, values);
    if (changed) {
      if (whoMayJoin.some((column) => column in changed.after)) requireProof();
      await replaceActive(tx, { ...before, ...values }, stamp);
      await recordAction(tx, stamp, { action: 'instance.saved', ...changed });
    }
    return readInstance(tx);
  });
}

/** Saves columns that have an endpoint of their own. Does nothing if they are unchanged. */
export async function saveColumns(
  db: Db,
  action: 'instance.logo' | 'instance.claim_roles' | 'instance.factor',
  values: Partial<Pick<Row, 'logo' | 'claimRoles' | 'trustsProviderFactor' | 'requireFactor'>>,
  stamp: AdminStamp,
): Promise<Instance> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    await holdLock(tx, 'settings');
    const { id: _, createdAt: __, ...before } = await readActive(tx);
    const changed = differences(before, values);
    if (changed) {
      await replaceActive(tx, { ...before, ...values }, stamp);
      await recordAction(tx, stamp, { action, ...changed });
    }
    return readInstance(tx);
  });
}

/** Null removes the logo. */
export async function setLogo(db: Db, logo: string | null, stamp: AdminStamp): Promise<Instance> {
  return saveColumns(db, 'instance.logo', { logo }, stamp);
}

export async function setRequireFactor(db: Db, isRequired: boolean, stamp: AdminStamp): Promise<Instance> {
  return saveColumns(db, 'instance.factor', { requireFactor: isRequired }, stamp);
}

export async function listInstances(db: Db, { limit, offset }: PageQuery) {
  const rows = await db
    .select({ row: instance, savedBy: personColumns })
    .from(instance)
    .leftJoin(users, eq(users.id, instance.savedBy))
    .orderBy(desc(instance.createdAt), desc(instance.id))
    .limit(limit)
    .offset(offset);
  const items = rows.map(({ row, savedBy }) => ({
    id: row.id,
    savedBy,
    savedAt: row.createdAt.toISOString(),
    isActive: row.isActive,
    values: settingsOf(row),
  }));
  return { items, total: await db.$count(instance) };
}

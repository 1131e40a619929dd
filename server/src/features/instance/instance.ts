import {
  defaultInstance,
  type Instance,
  InstanceSettings,
  type saveInstance as saveInstanceRoute,
  type Translated,
} from '@zapdeck/contract/instance/instance';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import type { Db } from '../../db/client.ts';
import { type AdminStamp, recordAction } from '../audit-log/audit-log.ts';
import {
  listSettings,
  readSettings,
  replaceSettings,
  saveSettings,
  type SavedSettings,
  withSettingsLock,
} from '../settings/settings.ts';
import { instanceKind, type StoredInstance } from '../settings/kinds.ts';
import { noteTermsVersion, termsVersionAfter, textsInForce } from './legal-texts.ts';

async function withTexts(
  db: Db,
  { values, version }: SavedSettings<StoredInstance>,
): Promise<SavedSettings<Instance>> {
  return { values: { ...values, legalTexts: await textsInForce(db) }, version };
}

export const readInstanceSettings = async (db: Db): Promise<SavedSettings<Instance>> =>
  withTexts(db, await readSettings(db, instanceKind));

export const readInstance = async (db: Db): Promise<Instance> => (await readInstanceSettings(db)).values;

const withoutEmpty = (texts: Translated): Translated =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

type Edited = Omit<BodyOf<typeof saveInstanceRoute>, 'replacesTermsVersion' | 'version'>;

const given = <Values extends object>(
  values: Values,
): { [Name in keyof Values]: Exclude<Values[Name], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

function merged(before: InstanceSettings, { legal, ...edited }: Edited): InstanceSettings {
  return { ...before, ...given(edited), legal: { ...before.legal, ...given(legal ?? {}) } };
}

/** Returns the settings without empty texts, repeated domains and languages that are not offered. */
function tidied(settings: InstanceSettings): InstanceSettings {
  const { landing, about, defaultLanguage } = settings;
  const ownTexts = ({ heading, subtitle, note }: typeof landing) => ({
    heading: withoutEmpty(heading),
    subtitle: withoutEmpty(subtitle),
    note: withoutEmpty(note),
  });
  return {
    ...settings,
    tagline: withoutEmpty(settings.tagline),
    description: withoutEmpty(settings.description),
    languages: defaultInstance.languages.filter(
      (tag) => tag === defaultLanguage || settings.languages.includes(tag),
    ),
    registrationQuestion: withoutEmpty(settings.registrationQuestion),
    allowedDomains: [...new Set(settings.allowedDomains)],
    landing: ownTexts(landing),
    about: ownTexts(about),
    submitNote: withoutEmpty(settings.submitNote),
  };
}

const whoMayJoin = ['registration', 'allowedDomains', 'guests'] as const;

/**
 * Saves the fields that are given. Does nothing if they are unchanged and members do not have to accept the terms again. Calls
 * `requireProof` if other people may join afterwards. Rejects with `settings_changed`.
 */
export async function saveInstance(
  db: Db,
  { replacesTermsVersion, version, ...edited }: BodyOf<typeof saveInstanceRoute>,
  { requireProof, ...stamp }: AdminStamp & { requireProof: () => void },
): Promise<SavedSettings<Instance>> {
  return withSettingsLock(db, stamp, async (tx) => {
    const before = (await readSettings(tx, instanceKind)).values;
    const settings = tidied(merged(before, edited));
    const outcome = await replaceSettings(tx, instanceKind, { ...settings, version }, stamp);
    const { url } = settings.legal.terms;
    const { terms } = await textsInForce(tx);
    const termsVersion = termsVersionAfter(
      before.termsVersion,
      { isPublished: url !== '' || Object.keys(terms).length > 0, isChanged: url !== before.legal.terms.url },
      replacesTermsVersion,
    );
    const changed = await noteTermsVersion(tx, [before.termsVersion, termsVersion], outcome.changed);
    if (changed && whoMayJoin.some((name) => name in changed.after)) requireProof();
    if (changed) await recordAction(tx, stamp, { action: 'instance.saved', ...changed });
    return readInstanceSettings(tx);
  });
}

/** Saves fields that have an endpoint of their own. */
export async function saveOwnField(
  db: Db,
  action: 'instance.logo' | 'instance.factor',
  values: Partial<Pick<Instance, 'logo' | 'requireFactor'>>,
  stamp: AdminStamp,
): Promise<Instance> {
  const saved = await saveSettings(db, instanceKind, values, { ...stamp, action });
  return (await withTexts(db, saved)).values;
}

export const listInstances = (db: Db, page: PageQuery) =>
  listSettings(db, instanceKind, page, InstanceSettings);

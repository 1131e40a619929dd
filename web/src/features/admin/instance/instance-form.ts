import { msg } from '@lingui/core/macro';
import {
  adminInstance,
  type Instance,
  InstanceSettings,
  saveInstance,
  type Translated,
} from '@zapdeck/contract/instance/instance';
import { type RefObject, useState } from 'react';
import { say } from '../../../lib/say.ts';
import { callVersioned, type ConfigForm, type Stored, useConfigForm } from '../config/use-config-form.ts';

/** The settings in the form. The form of the terms has their version. */
export type InstanceDraft = Omit<Instance, 'termsVersion'>;

function draftOf({ values, version }: Stored<Instance>): Stored<InstanceDraft> {
  const { termsVersion: _, ...settings } = values;
  return { values: settings, version };
}

/** Returns the settings without those that other forms edit. */
export function ownFieldsOf(settings: InstanceSettings): Partial<InstanceSettings> {
  const { name, tagline, description, accent, contact, showPoweredBy, defaultLanguage, languages } = settings;
  const { landing, about, submitNote } = settings;
  const identity = { name, tagline, description, accent, contact, showPoweredBy };
  return { ...identity, defaultLanguage, languages, landing, about, submitNote };
}

export const instanceForm = {
  path: adminInstance.path,
  read: async (signal: AbortSignal) => draftOf(await callVersioned(adminInstance, {}, { signal })),
  async save(values: InstanceDraft, version: number) {
    const body = { ...ownFieldsOf(values), version };
    return draftOf(await callVersioned(saveInstance, { body }));
  },
  parse: (typed: InstanceDraft) => typed,
  success: msg`Instance saved. Pages that are open show it after a reload.`,
  failure: msg`Couldn’t save the settings`,
};

type Errors = Readonly<Record<string, string>>;

function errorsOf(values: InstanceDraft): Errors {
  const errors: Record<string, string> = {};
  for (const { path, message } of InstanceSettings.safeParse(values).error?.issues ?? [])
    errors[path.map(String).join('.')] ??= say(message);
  return errors;
}

/** Adds errors by field to a form. They are found at a save, and go as soon as they are corrected. */
export function useChecked<V>(
  form: ConfigForm<V>,
  findErrors: (values: V) => Errors,
  fields: RefObject<HTMLElement | null>,
) {
  const [isChecked, setIsChecked] = useState(false);
  const errors = isChecked ? findErrors(form.values) : {};
  const start = () => {
    const isValid = Object.keys(findErrors(form.values)).length === 0;
    setIsChecked(!isValid);
    if (isValid) form.save.start();
    // The errors are rendered first.
    else requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return { ...form, errors, save: { ...form.save, start } };
}

export function useInstanceForm(stored: Stored<InstanceDraft>, fields: RefObject<HTMLElement | null>) {
  return useChecked<InstanceDraft>(useConfigForm(instanceForm, stored), errorsOf, fields);
}

export type InstanceForm = ReturnType<typeof useInstanceForm>;

/** Returns the texts with the one in this language replaced. Empty texts are left out. */
export function withText(texts: Translated, language: keyof Translated, text: string): Translated {
  const { [language]: _, ...others } = texts;
  return text === '' ? others : { ...others, [language]: text };
}

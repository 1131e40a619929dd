import { msg } from '@lingui/core/macro';
import {
  adminInstance,
  type Instance,
  InstanceSettings,
  saveInstance,
  type Translated,
} from '@zapdeck/contract/instance';
import { type RefObject, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { callProved } from '../../../lib/call-proved.ts';
import { say } from '../../../lib/say.ts';
import { useConfigForm } from '../config/use-config-form.ts';

/** The settings in the form, with the version of the terms and the admin's answer whether members have to accept a new one. */
export interface InstanceDraft extends Omit<Instance, 'termsVersion'> {
  consent: { version: number; isNeeded: boolean };
}

function draftOf({ termsVersion, ...settings }: Instance): InstanceDraft {
  return { ...settings, consent: { version: termsVersion, isNeeded: false } };
}

export const instanceForm = {
  path: adminInstance.path,
  read: async (signal: AbortSignal) => draftOf(await call(adminInstance, {}, { signal })),
  /** Keeps the stored rules of registration, which another form edits. */
  async save({ consent, ...body }: InstanceDraft): Promise<InstanceDraft> {
    const { registration, registrationQuestion, allowedDomains, guests } = await call(adminInstance, {});
    // If another admin publishes the first terms at the same time, these are a new version.
    const replaced = consent.isNeeded || consent.version === 0 ? consent.version : undefined;
    const settings = { ...body, registration, registrationQuestion, allowedDomains, guests };
    return draftOf(await callProved(saveInstance, { body: { ...settings, replacesTermsVersion: replaced } }));
  },
  parse: (typed: InstanceDraft) => typed,
  storedIn: (saved: unknown) => saved as InstanceDraft,
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

/** Returns the form of the instance. Errors are found at a save, and go as soon as they are corrected. */
export function useInstanceForm(stored: InstanceDraft, fields: RefObject<HTMLElement | null>) {
  const form = useConfigForm(instanceForm, stored);
  const [isChecked, setIsChecked] = useState(false);
  const errors = isChecked ? errorsOf(form.values) : {};
  const start = () => {
    const isValid = Object.keys(errorsOf(form.values)).length === 0;
    setIsChecked(!isValid);
    if (isValid) form.save.start();
    // The errors are rendered first.
    else requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return { ...form, errors, save: { ...form.save, start } };
}

export type InstanceForm = ReturnType<typeof useInstanceForm>;

/** Returns the texts with the one in this language replaced. Empty texts are left out. */
export function withText(texts: Translated, language: keyof Translated, text: string): Translated {
  const { [language]: _, ...others } = texts;
  return text === '' ? others : { ...others, [language]: text };
}

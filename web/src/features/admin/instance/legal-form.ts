import { msg } from '@lingui/core/macro';
import { adminInstance, InstanceSettings, saveInstance } from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import {
  type LegalPageName,
  legalText,
  LegalWords,
  saveLegalText,
} from '@zapdeck/contract/instance/legal-texts';
import type { RefObject } from 'react';
import { call } from '../../../lib/call.ts';
import { callProved } from '../../../lib/call-proved.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { say } from '../../../lib/say.ts';
import { useConfigForm } from '../config/use-config-form.ts';
import { useChecked } from './instance-form.ts';

/** A legal page in one language, with the version of the terms and the answer whether members have to accept a new one. */
export interface LegalDraft {
  text: string;
  url: string;
  consent: { version: number; isNeeded: boolean };
}

const PATH = '/api/admin/instance/legal/';

/** Other languages have the same address and the same version of the terms. */
async function invalidateOthers(path: string): Promise<void> {
  await queryClient.invalidateQueries({
    queryKey: ['admin'],
    predicate: ({ queryKey: [, of] }) => String(of).startsWith(PATH) && of !== path,
  });
}

export function legalForm(page: LegalPageName, language: Language) {
  const path = `${PATH}${page}/${language}`;
  const params = { page, language };
  return {
    path,
    async read(signal: AbortSignal): Promise<LegalDraft> {
      const [{ text, termsVersion }, { legal }] = await Promise.all([
        call(legalText, { params }, { signal }),
        call(adminInstance, {}, { signal }),
      ]);
      return { text, url: legal[page].url, consent: { version: termsVersion, isNeeded: false } };
    },
    /** Reads the settings first, so that a change by another admin stays. */
    async save({ text, url, consent: { version, isNeeded } }: LegalDraft): Promise<LegalDraft> {
      const settings = await call(adminInstance, {});
      if (url !== settings.legal[page].url) {
        const legal = { ...settings.legal, [page]: { url } };
        await callProved(saveInstance, { body: { ...settings, legal } });
      }
      // If another admin publishes the first terms at the same time, these are a new version.
      const replaced = page === 'terms' && (isNeeded || version === 0) ? version : undefined;
      const saved = await call(saveLegalText, { params, body: { text, replacesTermsVersion: replaced } });
      await invalidateOthers(path);
      return { text: saved.text, url, consent: { version: saved.termsVersion, isNeeded: false } };
    },
    parse: (typed: LegalDraft) => typed,
    storedIn: (saved: unknown) => saved as LegalDraft,
    success: msg`Legal page saved. Visitors see it within seconds.`,
    failure: msg`Couldn’t save the legal page`,
  };
}

function errorsOf({ text, url }: LegalDraft) {
  const found = {
    text: LegalWords.shape.text.safeParse(text),
    url: InstanceSettings.shape.legal.shape.terms.shape.url.safeParse(url),
  };
  const errors = Object.entries(found).flatMap(([field, { error }]) =>
    (error?.issues ?? []).slice(0, 1).map(({ message }) => [field, say(message)]),
  );
  return Object.fromEntries(errors) as Partial<Record<'text' | 'url', string>>;
}

export function useLegalForm(
  { page, language }: { page: LegalPageName; language: Language },
  stored: LegalDraft,
  fields: RefObject<HTMLElement | null>,
) {
  return useChecked<LegalDraft>(useConfigForm(legalForm(page, language), stored), errorsOf, fields);
}

export type LegalForm = ReturnType<typeof useLegalForm>;

import { msg } from '@lingui/core/macro';
import {
  adminInstance,
  type Instance,
  InstanceSettings,
  saveInstance,
} from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import {
  type LegalPageName,
  type LegalText,
  legalText,
  LegalWords,
  saveLegalText,
} from '@zapdeck/contract/instance/legal-texts';
import type { RefObject } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { say } from '../../../lib/say.ts';
import { callVersioned, type Stored, useConfigForm } from '../config/use-config-form.ts';
import { useChecked } from './instance-form.ts';

/** A legal page in one language, with the version of the terms and the answer whether members have to accept a new one. */
export interface LegalDraft {
  text: string;
  url: string;
  consent: { version: number; isNeeded: boolean };
}

/** Versions of the text and of the settings, which have the address. */
interface Seen {
  text: number;
  settings: number;
}

export type StoredLegal = Stored<LegalDraft, Seen>;

function storedOf(
  page: LegalPageName,
  text: Stored<LegalText>,
  { values, version }: Stored<Instance>,
): StoredLegal {
  const consent = { version: text.values.termsVersion, isNeeded: false };
  const draft = { text: text.values.text, url: values.legal[page].url, consent };
  return { values: draft, version: { text: text.version, settings: version } };
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
    async read(signal: AbortSignal): Promise<StoredLegal> {
      const [text, settings] = await Promise.all([
        callVersioned(legalText, { params }, { signal }),
        callVersioned(adminInstance, {}, { signal }),
      ]);
      return storedOf(page, text, settings);
    },
    async save({ text, url, consent: { version, isNeeded } }: LegalDraft, seen: Seen): Promise<StoredLegal> {
      const body = { legal: { [page]: { url } }, version: seen.settings };
      const settings = await callVersioned(saveInstance, { body });
      // If another admin publishes the first terms at the same time, these are a new version.
      const replaced = page === 'terms' && (isNeeded || version === 0) ? version : undefined;
      const words = { text, version: seen.text, replacesTermsVersion: replaced };
      const saved = await callVersioned(saveLegalText, { params, body: words });
      await invalidateOthers(path);
      return storedOf(page, saved, settings);
    },
    parse: (typed: LegalDraft) => typed,
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
  stored: StoredLegal,
  fields: RefObject<HTMLElement | null>,
) {
  return useChecked<LegalDraft>(useConfigForm(legalForm(page, language), stored), errorsOf, fields);
}

export type LegalForm = ReturnType<typeof useLegalForm>;

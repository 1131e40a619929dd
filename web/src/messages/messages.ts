import { i18n, type Messages } from '@lingui/core';
import { areas as englishAreas, messages as englishMessages } from '../../../messages/en.po?language';
import type { areas } from './areas.ts';

type Area = (typeof areas)[number];

interface Catalogue {
  messages: Messages;
  areas: Readonly<Record<Area, () => Promise<{ messages: Messages }>>>;
}

const catalogues = import.meta.glob<Catalogue>(['../../../messages/*.po', '!../../../messages/en.po'], {
  query: '?language',
});

let loadArea = englishAreas;
i18n.load('en', englishMessages);
i18n.activate('en');

let started = Promise.resolve();

/** Loads a language and switches to it. If loading fails, the language stays. */
export function startIn(language: string): Promise<void> {
  const load = catalogues[`../../../messages/${language}.po`];
  if (!load) return started;
  started = load().then(
    (catalogue) => {
      loadArea = catalogue.areas;
      i18n.load(language, catalogue.messages);
      i18n.activate(language);
    },
    () => undefined,
  );
  return started;
}

/** Loads the messages of an area in the page's language, or in English if that fails. */
export async function loadMessages(area: Area, own?: Catalogue['areas']): Promise<void> {
  await started;
  const { messages } = await (own ?? loadArea)[area]().catch(englishAreas[area]);
  i18n.load(i18n.locale, messages);
}

/** Loads a module together with the messages that it shows. */
export async function withMessages<Module>(area: Area, load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadMessages(area)]);
  return module;
}

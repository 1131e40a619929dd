import { i18n, type Messages } from '@lingui/core';
import { messages as commonInEnglish } from '../../../messages/en.po?area=common';
import type { Area } from './areas.ts';

interface Catalogue {
  messages: Messages;
}

/** Loaders of the catalogues, by area and file. */
const loaders: Record<Area, Record<string, () => Promise<Catalogue>>> = {
  common: import.meta.glob<Catalogue>(['../../../messages/*.po', '!../../../messages/en.po'], {
    query: '?area=common',
  }),
  landing: import.meta.glob<Catalogue>('../../../messages/*.po', { query: '?area=landing' }),
  auth: import.meta.glob<Catalogue>('../../../messages/*.po', { query: '?area=auth' }),
  feed: import.meta.glob<Catalogue>('../../../messages/*.po', { query: '?area=feed' }),
  'feed-late': import.meta.glob<Catalogue>('../../../messages/*.po', { query: '?area=feed-late' }),
  discover: import.meta.glob<Catalogue>('../../../messages/*.po', { query: '?area=discover' }),
  account: import.meta.glob<Catalogue>('../../../messages/*.po', { query: '?area=account' }),
  admin: import.meta.glob<Catalogue>('../../../messages/*.po', { query: '?area=admin' }),
};

i18n.load('en', commonInEnglish);
i18n.activate('en');

let started = Promise.resolve();

/** Returns the test language that the address names: `pseudo`, or `pseudo-rtl`, which is written from right to left. */
function testLanguage(): string | undefined {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked === 'pseudo-rtl') document.documentElement.dir = 'rtl';
  return asked?.startsWith('pseudo') ? 'pseudo' : undefined;
}

/** Loads the language of the page and switches to it. English stays if the language cannot be loaded. */
export function startInPageLanguage(): Promise<void> {
  const locale = testLanguage() ?? document.documentElement.lang;
  const load = loaders.common[`../../../messages/${locale}.po`];
  if (locale === 'en' || !load) return started;
  started = load().then(
    ({ messages }) => {
      i18n.load(locale, messages);
      i18n.activate(locale);
    },
    () => undefined,
  );
  return started;
}

async function loadMessages(area: Area): Promise<void> {
  await started;
  const load = loaders[area][`../../../messages/${i18n.locale}.po`];
  if (load) i18n.load(i18n.locale, (await load()).messages);
}

/** Loads a module together with the messages that it shows. */
export async function withMessages<Module>(area: Area, load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadMessages(area)]);
  return module;
}

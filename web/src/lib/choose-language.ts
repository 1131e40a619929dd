import { setLanguage } from '@zapdeck/contract/wire/language-choices';
import type { Language } from '@zapdeck/contract/wire/languages';
import { call } from './call.ts';
import { BEFORE_RELOAD } from './draft.ts';

const YEAR_S = 365 * 24 * 3_600;

/** Stores the language in the account or on this device, and reopens the screen in it. */
export async function chooseLanguage(language: Language, isMember: boolean): Promise<void> {
  if (isMember) await call(setLanguage, { body: { language } });
  else document.cookie = `lang=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
  dispatchEvent(new Event(BEFORE_RELOAD));
  const here = new URL(location.href);
  here.searchParams.delete('lang');
  if (here.href === location.href) location.reload();
  else location.replace(here);
}

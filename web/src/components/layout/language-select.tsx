import { t } from '@lingui/core/macro';
import { setLanguage } from '@zapdeck/contract/wire/language-choices';
import { type Language, languages } from '@zapdeck/contract/wire/languages';
import { call } from '../../lib/call.ts';
import { BEFORE_RELOAD } from '../../lib/draft.ts';
import { instance } from '../../lib/instance.ts';
import { pageLanguage } from '../../lib/page-language.ts';
import { useAction } from '../../lib/use-action.ts';
import { SelectInput } from '../ui/select-input.tsx';

const YEAR_S = 365 * 24 * 3_600;

/** Stores the language in the account or on this device, and reopens the screen in it. */
async function chooseLanguage(language: Language, isMember: boolean): Promise<void> {
  if (isMember) await call(setLanguage, { body: { language } });
  else document.cookie = `lang=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
  dispatchEvent(new Event(BEFORE_RELOAD));
  const here = new URL(location.href);
  here.searchParams.delete('lang');
  if (here.href === location.href) location.reload();
  else location.replace(here);
}

/** Drop-down with the languages of the instance, each in its own words. */
export function LanguageSelect({ id, isMember }: { id: string; isMember: boolean }) {
  const { pending, start } = useAction({
    work: (language: Language) => chooseLanguage(language, isMember),
    failure: {
      action: 'choose-language',
      title: t`Couldn’t change the language`,
    },
    leaves: true,
  });
  return (
    <SelectInput
      id={id}
      value={pageLanguage()}
      disabled={pending}
      onChange={(event) => start(event.target.value as Language)}
    >
      {instance.languages.map((language) => (
        <option key={language} value={language} lang={language} dir={languages[language].dir}>
          {languages[language].name}
        </option>
      ))}
    </SelectInput>
  );
}

import { t } from '@lingui/core/macro';
import { type Language, languages } from '@zapdeck/contract/wire/languages';
import { chooseLanguage } from '../../lib/choose-language.ts';
import { instance } from '../../lib/instance.ts';
import { pageLanguage } from '../../lib/page-language.ts';
import { useAction } from '../../lib/use-action.ts';
import { SelectInput } from '../ui/select-input.tsx';

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

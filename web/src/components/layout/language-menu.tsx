import { t } from '@lingui/core/macro';
import { type Language, languages } from '@zapdeck/contract/languages';
import Languages from 'lucide-react/icons/languages';
import { useId } from 'react';
import { chooseLanguage } from '../../lib/choose-language.ts';
import { instance } from '../../lib/instance.ts';
import { pageLanguage } from '../../lib/page-language.ts';
import { useAction } from '../../lib/use-action.ts';
import { SelectInput } from '../ui/select-input.tsx';

/** Chooses the language of the screens. Shows nothing if there is only one. */
export function LanguageMenu({ isMember }: { isMember: boolean }) {
  const id = useId();
  const { pending, start } = useAction({
    work: (language: Language) => chooseLanguage(language, isMember),
    failure: {
      action: 'choose-language',
      title: t`The language was not changed`,
      text: t`Please check your connection and try again.`,
    },
    leaves: true,
  });
  if (instance.languages.length < 2) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex items-center gap-2 text-sm font-semibold text-muted">
        {/* Helps users who cannot read the current language. */}
        <Languages size={17} aria-hidden="true" />
        <span>{t`Language`}</span>
      </label>
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
    </div>
  );
}

import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { appLanguageOf } from '@zapdeck/contract/apps/app-languages';
import { setReadLanguages } from '@zapdeck/contract/wire/language-choices';
import BookOpen from 'lucide-react/icons/book-open';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { pillChoiceClass } from '../../components/ui/button-class.ts';
import { SelectInput } from '../../components/ui/select-input.tsx';
import { call } from '../../lib/call.ts';
import { languageChoices } from '../../lib/language-choices.ts';
import { AccountRow } from './rows.tsx';
import { storedChoice } from './stored-choice.ts';
import { type Account, accountKey } from './account.ts';

const languageChoice = storedChoice({
  action: 'choose-read-languages',
  queryKey: accountKey,
  apply: (known: Account, readsLanguages: string[] | null) => ({ ...known, readsLanguages }),
  send: (languages) => call(setReadLanguages, { body: { languages } }),
});

const title = () => t`Languages you read`;

const likelyLanguages = (): string[] =>
  [i18n.locale, ...navigator.languages].flatMap((tag) => appLanguageOf(tag) ?? []);

/** Choice of the languages of apps. Without one, the user reads all. */
export function LanguagesRow({ chosen }: { chosen: readonly string[] | null }) {
  const { mutate } = useMutation(languageChoice);
  const read = chosen ?? [];
  // Unticked languages stay on the screen, so that they can be ticked again.
  const [known, setKnown] = useState(likelyLanguages);
  const offered = new Set([...known, ...read]);
  const choose = (languages: readonly string[]) => {
    setKnown([...offered]);
    mutate(languages.length === 0 ? null : [...languages]);
  };
  const names = new Map(languageChoices());
  return (
    <AccountRow
      icon={BookOpen}
      title={title()}
      text={
        read.length === 0
          ? t`All languages. If you choose some, apps in other languages come last.`
          : t`Apps in other languages come last.`
      }
    >
      <div role="group" aria-label={title()} className="grid basis-full gap-3 sm:ps-15">
        <div className="flex flex-wrap gap-2">
          {[...offered].map((tag) => (
            <label key={tag} className={`${pillChoiceClass} not-has-checked:border-dashed`}>
              <input
                type="checkbox"
                className="sr-only"
                checked={read.includes(tag)}
                onChange={(event) =>
                  choose(event.target.checked ? [...read, tag] : read.filter((other) => other !== tag))
                }
              />
              <Plus size={16} aria-hidden="true" className="text-muted group-has-checked:hidden" />
              <Check size={16} aria-hidden="true" className="hidden group-has-checked:block" />
              <bdi lang={tag}>{names.get(tag)}</bdi>
            </label>
          ))}
        </div>
        <div className="sm:max-w-72">
          <SelectInput
            aria-label={t`Add a language`}
            value=""
            onChange={({ target }) => choose([...read, target.value])}
          >
            <option value="">{t`Add a language`}</option>
            {languageChoices()
              .filter(([tag]) => !offered.has(tag))
              .map(([tag, name]) => (
                <option key={tag} value={tag}>
                  {name}
                </option>
              ))}
          </SelectInput>
        </div>
      </div>
    </AccountRow>
  );
}

import { t } from '@lingui/core/macro';
import type { InstanceSettings } from '@zapdeck/contract/instance/instance';
import { type Language, languages } from '@zapdeck/contract/wire/languages';
import { Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import type { InstanceForm } from './instance-form.ts';

type Offered = Pick<InstanceSettings, 'defaultLanguage' | 'languages'>;

const tags = Object.keys(languages) as Language[];

/** Returns the offered languages. The default language is always one of them. */
export function offeredLanguages({ defaultLanguage, languages: chosen }: Offered): Language[] {
  return tags.filter((tag) => tag === defaultLanguage || chosen.includes(tag));
}

interface SelectProps {
  offered: readonly Language[];
  language: Language;
  onChange: (language: Language) => void;
}

/** Field for the language of the texts in a form. Shown if there is a choice. */
export function TextLanguage({ offered, language, onChange }: SelectProps) {
  if (offered.length < 2) return null;
  return (
    <Field label={t`Language of the texts`} hint={t`Each text can have a version in every language.`}>
      {(control) => (
        <SelectInput
          {...control}
          value={language}
          onChange={({ target }) => onChange(target.value as Language)}
        >
          {offered.map((tag) => (
            <option key={tag} value={tag}>
              {languages[tag].name}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}

/** Fields for the languages that visitors and members can choose. */
export function LanguageFields({ form: { typed, set } }: { form: InstanceForm }) {
  const offered = offeredLanguages(typed);
  const toggle = (toggled: Language) =>
    set(
      'languages',
      tags.filter((tag) => offered.includes(tag) !== (tag === toggled)),
    );
  return (
    <section aria-label={t`Languages`} className="grid grid-cols-1 gap-4">
      <h3 className="display text-lg">{t`Languages`}</h3>
      <Field
        label={t`Default language`}
        hint={t`For people whose language is not offered, and in place of missing texts.`}
      >
        {(control) => (
          <SelectInput
            {...control}
            value={typed.defaultLanguage}
            onChange={({ target }) => set('defaultLanguage', target.value as Language)}
          >
            {tags.map((tag) => (
              <option key={tag} value={tag}>
                {languages[tag].name}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <fieldset>
        <legend className="text-sm font-semibold">{t`Offered languages`}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-4">
          {tags.map((tag) => (
            <label key={tag} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-brand"
                checked={offered.includes(tag)}
                disabled={tag === typed.defaultLanguage}
                onChange={() => toggle(tag)}
              />
              <span lang={tag} dir="auto">
                {languages[tag].name}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </section>
  );
}

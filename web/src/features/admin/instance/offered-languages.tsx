import { t } from '@lingui/core/macro';
import type { InstanceSettings } from '@zapdeck/contract/instance';
import { type Language, languages } from '@zapdeck/contract/languages';
import Check from 'lucide-react/icons/check';
import { useId } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { pillChoiceClass } from '../../../components/ui/pill-choice-class.ts';
import { SelectInput } from '../../../components/ui/select-input.tsx';

export const allLanguages = Object.keys(languages) as Language[];

type Chosen = Pick<InstanceSettings, 'defaultLanguage' | 'languages'>;

interface Props extends Chosen {
  onChange: (chosen: Chosen) => void;
}

/** Fields for the languages that visitors can choose. The default language is always offered. */
export function OfferedLanguages({ defaultLanguage, languages: offered, onChange }: Props) {
  const hintId = useId();
  const offer = (isOffered: (tag: Language) => boolean) => allLanguages.filter(isOffered);
  return (
    <section aria-label={t`Languages`} className="grid grid-cols-1 gap-5">
      <h3 className="display text-lg">{t`Languages`}</h3>
      <Field
        label={t`Default language`}
        hint={t`For visitors whose browser asks for no offered language, and in feeds and link previews.`}
      >
        {(control) => (
          <SelectInput
            {...control}
            value={defaultLanguage}
            onChange={({ target }) => {
              const tag = target.value as Language;
              const isOffered = (other: Language) => other === tag || offered.includes(other);
              onChange({ defaultLanguage: tag, languages: offer(isOffered) });
            }}
          >
            {allLanguages.map((tag) => (
              <option key={tag} value={tag} lang={tag}>
                {languages[tag].name}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <fieldset aria-describedby={hintId}>
        <legend className="mb-2 text-sm font-semibold">{t`Offered languages`}</legend>
        <div className="flex flex-wrap gap-2">
          {allLanguages.map((tag) => (
            <label key={tag} className={pillChoiceClass}>
              <input
                type="checkbox"
                className="sr-only"
                checked={offered.includes(tag)}
                disabled={tag === defaultLanguage}
                onChange={({ target }) =>
                  onChange({
                    defaultLanguage,
                    languages: offer((other) => (other === tag ? target.checked : offered.includes(other))),
                  })
                }
              />
              <Check size={16} aria-hidden="true" className="hidden group-has-checked:block" />
              <bdi lang={tag}>{languages[tag].name}</bdi>
            </label>
          ))}
        </div>
        <p id={hintId} className="mt-1.5 text-sm text-muted">
          {t`Visitors choose one of these in the menu. The default language is always offered.`}
        </p>
      </fieldset>
    </section>
  );
}

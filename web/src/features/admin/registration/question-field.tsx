import { t } from '@lingui/core/macro';
import { QUESTION_MAX, type Translated } from '@zapdeck/contract/instance/instance';
import { type Language, languages } from '@zapdeck/contract/wire/languages';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { instance } from '../../../lib/instance.ts';
import { standardQuestion } from '../../../lib/registration-question.ts';
import { OwnTextField } from '../instance/own-text-field.tsx';

interface Props {
  texts: Translated;
  onChange: (texts: Translated) => void;
}

/** Fields for the question that people answer who need approval, in every language. */
export function QuestionField({ texts, onChange }: Props) {
  const [language, setLanguage] = useState<Language>(instance.defaultLanguage);
  return (
    <>
      {instance.languages.length > 1 ? (
        <Field label={t`Language of the texts`} hint={t`Each text can have a version in every language.`}>
          {(control) => (
            <SelectInput
              {...control}
              value={language}
              onChange={({ target }) => setLanguage(target.value as Language)}
            >
              {instance.languages.map((tag) => (
                <option key={tag} value={tag}>
                  {languages[tag].name}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
      ) : null}
      <OwnTextField
        label={t`Question for people who sign up`}
        error={undefined}
        texts={texts}
        language={language}
        max={QUESTION_MAX}
        rows={2}
        standard={standardQuestion()}
        onChange={onChange}
      />
    </>
  );
}

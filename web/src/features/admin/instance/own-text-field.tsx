import type { Translated } from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import { CharacterCount, controlClass, Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { withText } from './instance-form.ts';

interface Props {
  label: string;
  hint?: string;
  error: string | undefined;
  texts: Translated;
  language: Language;
  max: number;
  /** Number of lines. One line by default. */
  rows?: number;
  /** Text that visitors see while the field is empty. */
  standard?: string;
  onChange: (texts: Translated) => void;
}

/** Field for a text in the chosen language. */
export function OwnTextField({
  label,
  hint,
  error,
  texts,
  language,
  max,
  rows = 1,
  standard,
  onChange,
}: Props) {
  const text = texts[language] ?? '';
  const change = (typed: string) => onChange(withText(texts, language, typed));
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      aside={text.length > max * 0.8 ? <CharacterCount text={text} max={max} /> : null}
    >
      {(control) =>
        rows === 1 ? (
          <TextInput
            {...control}
            lang={language}
            value={text}
            placeholder={standard}
            maxLength={max}
            autoComplete="off"
            onChange={({ target }) => change(target.value)}
          />
        ) : (
          <textarea
            {...control}
            dir="auto"
            lang={language}
            rows={rows}
            value={text}
            placeholder={standard}
            maxLength={max}
            className={`${controlClass} resize-y`}
            onChange={({ target }) => change(target.value)}
          />
        )
      }
    </Field>
  );
}

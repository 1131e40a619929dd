import { ANSWER_MAX } from '@zapdeck/contract/accounts/applications';
import type { Bound } from '../../lib/form.ts';
import { registrationQuestion } from '../../lib/registration-question.ts';
import { CharacterCount, controlClass, Field } from './field.tsx';

/** Field for the answer to the question of the instance. */
export function AnswerField({ error, ...bound }: Bound & { error: string | undefined }) {
  const { value } = bound;
  const isLong = value.length > ANSWER_MAX * 0.8;
  return (
    <Field
      label={registrationQuestion()}
      error={error}
      aside={isLong ? <CharacterCount text={value} max={ANSWER_MAX} /> : null}
    >
      {(control) => (
        <textarea
          {...control}
          {...bound}
          dir="auto"
          rows={4}
          maxLength={ANSWER_MAX}
          required
          className={`${controlClass} resize-y`}
        />
      )}
    </Field>
  );
}

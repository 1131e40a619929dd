import { t } from '@lingui/core/macro';
import { choiceFields, DESCRIPTION_MAX, namesOf, TITLE_MAX } from '@zapdeck/contract/apps/listing';
import type { Form } from '../../lib/form.ts';
import type { Listing } from '../../lib/listing.ts';
import { CharacterCount } from './character-count.tsx';
import { ChoiceField } from './choice-field.tsx';
import { controlClass, Field } from './field.tsx';
import { TagChoices } from './tag-choices.tsx';
import { TextInput } from './text-input.tsx';

export type ListingForm = Pick<Form<Listing, unknown>, 'values' | 'errors' | 'set' | 'leave' | 'bind'>;

/** Fields for the listing of an app, except its URL. */
export function ListingFields({ form: { values, errors, set, bind } }: { form: ListingForm }) {
  return (
    <>
      <Field
        label={t`App Title`}
        error={errors.title}
        aside={<CharacterCount text={values.title} max={TITLE_MAX} />}
      >
        {(control) => (
          <TextInput
            {...control}
            {...bind('title')}
            data-autofocus
            autoComplete="off"
            maxLength={TITLE_MAX}
            required
          />
        )}
      </Field>
      <Field
        label={t`Description`}
        error={errors.description}
        aside={<CharacterCount text={values.description} max={DESCRIPTION_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            {...bind('description')}
            dir="auto"
            rows={5}
            maxLength={DESCRIPTION_MAX}
            required
            className={`${controlClass} field-sizing-content min-h-32 resize-y leading-relaxed`}
          />
        )}
      </Field>
      {namesOf(choiceFields).map((name) => (
        <ChoiceField
          key={name}
          name={name}
          value={values[name]}
          error={errors[name]}
          // The schema refuses an empty value of a required field.
          onChange={(value) => set(name, value)}
        />
      ))}
      <TagChoices chosen={values.tags} onChange={(tags) => set('tags', tags)} />
    </>
  );
}

import { t } from '@lingui/core/macro';
import { DESCRIPTION_MAX, TITLE_MAX } from '@zapdeck/contract/listing';
import type { Form } from '../../lib/form.ts';
import { CategorySelect } from './category-select.tsx';
import { CharacterCount } from './character-count.tsx';
import { controlClass, Field } from './field.tsx';
import { TagChoices } from './tag-choices.tsx';
import { TextInput } from './text-input.tsx';

/** Listing of an app, as typed. */
export interface Listing {
  url: string;
  title: string;
  description: string;
  category: string;
  tags: string[];
}

/** Form that the fields belong to. */
export type ListingForm = Pick<Form<Listing, unknown>, 'values' | 'errors' | 'set' | 'leave' | 'bind'>;

/** Fields for title, description, category and tags of an app. */
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
      <CategorySelect
        value={values.category}
        error={errors.category}
        onChange={(category) => set('category', category)}
      />
      <TagChoices chosen={values.tags} onChange={(tags) => set('tags', tags)} />
    </>
  );
}

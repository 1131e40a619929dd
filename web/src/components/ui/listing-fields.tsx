import { t } from '@lingui/core/macro';
import {
  choiceFields,
  DESCRIPTION_MAX,
  namesOf,
  tagChoices,
  TITLE_MAX,
  URL_MAX,
} from '@zapdeck/contract/apps/listing';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { completeAddress } from '../../lib/app-address.ts';
import { choicesOf } from '../../lib/language-choices.ts';
import type { Form } from '../../lib/form.ts';
import { type Listing, listingLabels, listingPrompts } from '../../lib/listing.ts';
import { say } from '../../lib/say.ts';
import { pillChoiceClass } from './button-class.ts';
import { CharacterCount, controlClass, Field } from './field.tsx';
import { SelectInput } from './select-input.tsx';
import { TextInput } from './text-input.tsx';

interface Props {
  name: keyof typeof choiceFields;
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** A field of a listing that has a list of values. */
function ChoiceField({ name, value, error, onChange }: Props) {
  const { isOptional } = choiceFields[name];
  return (
    <Field label={listingLabels()[name]} optional={isOptional} error={error}>
      {(control) => (
        <SelectInput
          {...control}
          name={name}
          required={!isOptional}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value="" disabled={!isOptional}>
            {listingPrompts()[name]}
          </option>
          {choicesOf(name).map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}

interface TagChoicesProps {
  chosen: readonly string[];
  onChange: (tags: string[]) => void;
}

/** Checkboxes for the tags of an app. */
function TagChoices({ chosen, onChange }: TagChoicesProps) {
  // Imported apps may have other tags. They stay visible after they are unticked.
  const [offered] = useState(() => [...new Set([...tagChoices, ...chosen])]);
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">
        <span>{t`Tags`}</span>
        <span className="font-normal text-muted">{` ${t`(optional)`}`}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((tag) => (
          <label key={tag} className={pillChoiceClass}>
            <input
              type="checkbox"
              name="tags"
              value={tag}
              className="sr-only"
              checked={chosen.includes(tag)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, tag] : chosen.filter((other) => other !== tag))
              }
            />
            <Check size={16} aria-hidden="true" className="hidden group-has-checked:block" />
            <bdi>{say(tag)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ListingForm = Pick<Form<Listing, unknown>, 'values' | 'errors' | 'set' | 'leave' | 'bind'>;

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

interface UrlFieldProps {
  form: ListingForm;
  hint: string;
}

/** Field for the app's address. Adds a missing https://. */
export function UrlField({ form: { values, errors, set, leave, bind }, hint }: UrlFieldProps) {
  const complete = () => {
    const whole = completeAddress(values.url);
    if (whole === values.url) leave('url');
    else set('url', whole);
  };
  return (
    <Field label={t`App URL`} hint={hint} error={errors.url}>
      {(control) => (
        <TextInput
          {...control}
          {...bind('url')}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={URL_MAX}
          placeholder="https://"
          required
          onBlur={complete}
        />
      )}
    </Field>
  );
}

import { t } from '@lingui/core/macro';
import { URL_MAX } from '@zapdeck/contract/apps/listing';
import { completeAddress } from '../../lib/app-address.ts';
import { Field } from './field.tsx';
import type { ListingForm } from './listing-fields.tsx';
import { TextInput } from './text-input.tsx';

interface Props {
  form: ListingForm;
  hint: string;
}

/** Field for the app's address. Adds a missing https://. */
export function UrlField({ form: { values, errors, set, leave, bind }, hint }: Props) {
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

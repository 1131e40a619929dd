import { EmailField } from '../src/components/ui/email-field.tsx';
import { CharacterCount, controlClass, Field } from '../src/components/ui/field.tsx';
import { NewPasswordFields } from '../src/components/ui/new-password-fields.tsx';
import { SelectInput } from '../src/components/ui/select-input.tsx';
import { TextInput } from '../src/components/ui/text-input.tsx';
import { Specimen } from './specimen.tsx';

const ignore = () => {};

/** Form fields in all states. */
export function FieldSpecimens() {
  return (
    <Specimen name="field, text-input, select-input, email-field, password-field, new-password-fields, character-count">
      <div className="grid w-full gap-4">
        <Field label="App Title" hint="As people will see it">
          {(control) => <TextInput {...control} defaultValue="Tiny Piano" />}
        </Field>
        <Field label="App URL" error="Must be a publicly accessible web application">
          {(control) => <TextInput {...control} placeholder="https://" />}
        </Field>
        <Field label="Description" optional aside={<CharacterCount text="Two octaves." max={500} />}>
          {(control) => <textarea {...control} className={controlClass} defaultValue="Two octaves." />}
        </Field>
        <Field label="Category">
          {(control) => <TextInput {...control} disabled value="Disabled" onChange={ignore} />}
        </Field>
        <Field label="Status">
          {(control) => (
            <SelectInput {...control}>
              <option>Approved</option>
              <option>Pending</option>
            </SelectInput>
          )}
        </Field>
        <EmailField
          error={undefined}
          autoComplete="off"
          name="email"
          value="robin@example.org"
          onChange={ignore}
          onBlur={ignore}
        />
        <NewPasswordFields
          form={{
            errors: { confirmPassword: "Passwords don't match" },
            bind: (name) => ({ name, value: 'short', onChange: ignore, onBlur: ignore }),
          }}
        />
      </div>
    </Specimen>
  );
}

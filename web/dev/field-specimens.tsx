import { CharacterCount } from '../src/components/ui/character-count.tsx';
import { EmailField } from '../src/components/ui/email-field.tsx';
import { controlClass, Field } from '../src/components/ui/field.tsx';
import { PasswordField } from '../src/components/ui/password-field.tsx';
import { TextInput } from '../src/components/ui/text-input.tsx';
import { Specimen } from './specimen.tsx';

const ignore = () => {};

/** Everything that is filled in. */
export function FieldSpecimens() {
  return (
    <Specimen name="field, text-input, email-field, password-field, character-count">
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
        <EmailField
          error={undefined}
          autoComplete="off"
          name="email"
          value="robin@example.org"
          onChange={ignore}
          onBlur={ignore}
        />
        <PasswordField
          label="Password"
          error="Password must be at least 6 characters"
          autoComplete="new-password"
          name="password"
          value="short"
          onChange={ignore}
          onBlur={ignore}
        />
      </div>
    </Specimen>
  );
}

import { t } from '@lingui/core/macro';
import {
  CONTACT_MAX,
  INSTANCE_DESCRIPTION_MAX,
  INSTANCE_NAME_MAX,
  TAGLINE_MAX,
} from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import { SOFTWARE_NAME } from '@zapdeck/contract/instance/software-name';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { Switch } from '../parts/switch.tsx';
import { ColourField } from './colour-field.tsx';
import type { InstanceForm } from './instance-form.ts';
import { LogoField } from './logo-field.tsx';
import { OwnTextField } from './own-text-field.tsx';

interface Props {
  form: InstanceForm;
  language: Language;
  logo: string | null;
}

/** Fields for the name, logo, colour and contact of the instance. */
export function Identity({ form, language, logo }: Props) {
  const { typed, errors, set } = form;
  return (
    <section aria-label={t`Name and look`} className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field
          label={t`Name`}
          hint={t`In titles, emails and feeds, and on home screens.`}
          error={errors['name']}
        >
          {(control) => (
            <TextInput
              {...control}
              value={typed.name}
              maxLength={INSTANCE_NAME_MAX}
              autoComplete="off"
              onChange={({ target }) => set('name', target.value)}
            />
          )}
        </Field>
        <OwnTextField
          label={t`Tagline`}
          hint={t`In the footer and in link previews.`}
          error={errors[`tagline.${language}`]}
          texts={typed.tagline}
          language={language}
          max={TAGLINE_MAX}
          onChange={(texts) => set('tagline', texts)}
        />
        <Field
          label={t`Contact`}
          hint={t`An email address or a page. Linked in the footer.`}
          error={errors['contact']}
          optional
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              value={typed.contact}
              maxLength={CONTACT_MAX}
              autoComplete="off"
              onChange={({ target }) => set('contact', target.value)}
            />
          )}
        </Field>
      </div>
      <OwnTextField
        label={t`Description`}
        hint={t`For search engines and home screens.`}
        error={errors[`description.${language}`]}
        texts={typed.description}
        language={language}
        max={INSTANCE_DESCRIPTION_MAX}
        rows={2}
        onChange={(texts) => set('description', texts)}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <LogoField logo={logo} />
        <ColourField
          accent={typed.accent}
          error={errors['accent']}
          onChange={(accent) => set('accent', accent)}
        />
      </div>
      <Switch
        label={t`Powered by ${{ software: SOFTWARE_NAME }}`}
        note={t`Names the software in the footer.`}
        checked={typed.showPoweredBy}
        onChange={(isShown) => set('showPoweredBy', isShown)}
      />
    </section>
  );
}

import { t } from '@lingui/core/macro';
import {
  InstanceSettings,
  QUESTION_MAX,
  REGISTRATIONS,
  type Translated,
} from '@zapdeck/contract/instance/instance';
import { type Language, languages } from '@zapdeck/contract/wire/languages';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { instance } from '../../../lib/instance.ts';
import { standardQuestion } from '../../../lib/registration-question.ts';
import { OwnTextField } from '../instance/own-text-field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { say } from '../../../lib/say.ts';
import { ConfigCard } from '../config/config-card.tsx';
import { type Stored, useConfigForm } from '../config/use-config-form.ts';
import { Switch } from '../parts/switch.tsx';
import { inWords } from '../parts/words/in-words.ts';
import { domainsIn, type Registration, registrationForm } from './registration-form.ts';

interface Props {
  texts: Translated;
  onChange: (texts: Translated) => void;
}

/** Fields for the question that people answer who need approval, in every language. */
function QuestionField({ texts, onChange }: Props) {
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

const notes = (): Readonly<Record<Registration['registration'], string>> => ({
  open: t`Anyone can sign up.`,
  invitation: t`People need the link of an invitation to sign up.`,
  approval: t`An admin decides on each account. Until then it has a guest’s rights.`,
  closed: t`No one can sign up. Members can still log in.`,
});

function problemWith(domains: string): string | undefined {
  const issue = InstanceSettings.shape.allowedDomains.safeParse(domainsIn(domains)).error?.issues[0];
  return issue && say(issue.message);
}

/** Form for who may sign up and who may look around. */
export function RegistrationCard({ stored }: { stored: Stored<Registration> }) {
  const form = useConfigForm(registrationForm, stored);
  const { typed, set } = form;
  return (
    <ConfigCard
      title={t`Registration`}
      text={t`Who can become a member. Existing accounts keep working.`}
      form={form}
      saveLabel={t`Save registration`}
    >
      <Field label={t`Sign-up`} hint={notes()[typed.registration]}>
        {(control) => (
          <SelectInput
            {...control}
            value={typed.registration}
            onChange={({ target }) => set('registration', target.value as Registration['registration'])}
          >
            {REGISTRATIONS.map((way) => (
              <option key={way} value={way}>
                {inWords(way)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {typed.registration === 'approval' ? (
        <QuestionField
          texts={typed.registrationQuestion}
          onChange={(texts) => set('registrationQuestion', texts)}
        />
      ) : null}
      <Field
        label={t`Allowed email domains`}
        optional
        hint={t`For example, school.example, office.example. New members must confirm their email address.`}
        error={problemWith(typed.allowedDomains)}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed.allowedDomains}
            onChange={({ target }) => set('allowedDomains', target.value)}
          />
        )}
      </Field>
      <Switch
        label={t`Guests can look around`}
        note={t`Without guests, visitors see the public pages only. Current guests are signed out.`}
        checked={typed.guests}
        onChange={(guests) => set('guests', guests)}
      />
    </ConfigCard>
  );
}

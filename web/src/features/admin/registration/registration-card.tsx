import { t } from '@lingui/core/macro';
import { InstanceSettings, REGISTRATIONS } from '@zapdeck/contract/instance/instance';
import { Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { say } from '../../../lib/say.ts';
import { ConfigCard } from '../config/config-card.tsx';
import { type Stored, useConfigForm } from '../config/use-config-form.ts';
import { Switch } from '../parts/switch.tsx';
import { inWords } from '../parts/words/in-words.ts';
import { QuestionField } from './question-field.tsx';
import { domainsIn, type Registration, registrationForm } from './registration-form.ts';

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

import { plural, t } from '@lingui/core/macro';
import { API_TOKEN_NAME_MAX, ApiTokenForm, createApiToken } from '@zapdeck/contract/accounts/api-tokens';
import { lesserRole, type Scope, scopes, scopesFor } from '@zapdeck/contract/accounts/scopes';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { SelectInput } from '../../components/ui/select-input.tsx';
import { SheetButtons, SheetForm } from '../../components/ui/sheet-form.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { Status } from '../../components/ui/status.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { useUser } from '../../lib/session.ts';
import { copyAndSay } from '../../lib/share-app.ts';
import { useAction } from '../../lib/use-action.ts';
import { dayAhead, endOfDay, inDays, LAST_DAY, refreshApiTokens, scopeTexts } from './tokens.ts';

const periods = [30, 90, 365];
const OTHER = 'other';

interface Props {
  error: string | undefined;
  onChange: (expiresAt: string) => void;
}

/** Field for the end of a token: after a number of days, or on a day. */
function ExpiryField({ error, onChange }: Props) {
  const [period, setPeriod] = useState('90');
  const [day, setDay] = useState(() => dayAhead(90));
  const isOther = period === OTHER;
  const choosePeriod = (chosen: string) => {
    setPeriod(chosen);
    onChange(chosen === OTHER ? endOfDay(day) : inDays(Number(chosen)));
  };
  const chooseDay = (chosen: string) => {
    setDay(chosen);
    onChange(endOfDay(chosen));
  };
  return (
    <div className="grid gap-3">
      <Field label={t`Expires`} error={isOther ? undefined : error}>
        {(control) => (
          <SelectInput {...control} value={period} onChange={({ target }) => choosePeriod(target.value)}>
            {periods.map((days) => (
              <option key={days} value={days}>
                {plural(days, { one: 'In # day', other: 'In # days' })}
              </option>
            ))}
            <option value={OTHER}>{t`On a day that I choose`}</option>
          </SelectInput>
        )}
      </Field>
      {isOther ? (
        <Field
          label={t`Last day`}
          error={day === '' && error !== undefined ? t`Choose a day in the future` : error}
        >
          {(control) => (
            <TextInput
              {...control}
              type="date"
              min={dayAhead(0)}
              max={dayAhead(LAST_DAY)}
              value={day}
              onChange={({ target }) => chooseDay(target.value)}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

interface ScopeChoiceProps {
  offered: readonly Scope[];
  chosen: readonly Scope[];
  error: string | undefined;
  onChange: (chosen: Scope[]) => void;
}

/** Boxes for what a token may do. */
function ScopeChoice({ offered, chosen, error, onChange }: ScopeChoiceProps) {
  const id = useId();
  const texts = scopeTexts();
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChange(scopes.filter((one) => (one === scope ? isChosen : chosen.includes(one))));
  return (
    <fieldset aria-describedby={`${id}-error`}>
      <legend className="text-sm font-semibold">{t`What it may do`}</legend>
      <div className="mt-1 grid divide-y divide-line">
        {offered.map((scope) => (
          <label
            key={scope}
            className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 py-2.5"
          >
            <input
              type="checkbox"
              className="mt-0.5 size-5 accent-brand"
              checked={chosen.includes(scope)}
              aria-invalid={error === undefined ? undefined : true}
              onChange={({ target }) => toggle(scope, target.checked)}
            />
            <span>{texts[scope].name}</span>
            <span className="col-start-2 text-sm text-muted">{texts[scope].note}</span>
          </label>
        ))}
      </div>
      <Status id={`${id}-error`} className="text-sm font-medium text-down-ink">
        {error}
      </Status>
    </fieldset>
  );
}

/** A new token, to copy. */
function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const said = () => ({ title: t`Token copied`, description: t`Keep it as safe as a password.` });
  return (
    <div className="grid grid-cols-1 gap-5 pt-1">
      <p className="text-muted">{t`This token is shown once. Copy it now to where your program reads it.`}</p>
      <Field label={t`Token`}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            translate="no"
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
            readOnly
            value={token}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <SheetButtons>
        <Button variant="secondary" onClick={onClose}>{t`Done`}</Button>
        <Button
          data-autofocus
          onClick={() =>
            void copyAndSay(token, said(), t`Couldn’t copy the token. Select it and copy it yourself.`)
          }
        >{t`Copy token`}</Button>
      </SheetButtons>
    </div>
  );
}

interface FormProps {
  onClose: () => void;
  onCreated: (token: string) => void;
}

const DAYS = 90;
const emptyForm = (): ApiTokenForm => ({ name: '', scopes: [], expiresAt: inDays(DAYS) });

function NewTokenForm({ onClose, onCreated }: FormProps) {
  const { role, givenRole } = useUser();
  const form = useForm(ApiTokenForm, emptyForm());
  const { ref, values, errors, bind, set } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: ApiTokenForm) => {
      const { token } = await call(createApiToken, { body });
      void refreshApiTokens();
      return token;
    },
    failure: {
      action: 'create-api-token',
      title: t`Couldn’t create the token`,
      words: 'server',
    },
    onDone: onCreated,
    leaves: true,
  });
  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={onClose}
      submit={t`Create token`}
      pending={pending ? t`Creating…` : undefined}
    >
      <Field
        label={t`Name`}
        hint={t`For example, the name of the program that will use it.`}
        error={errors.name}
      >
        {(control) => (
          <TextInput
            {...control}
            {...bind('name')}
            autoComplete="off"
            maxLength={API_TOKEN_NAME_MAX}
            data-autofocus
          />
        )}
      </Field>
      <ScopeChoice
        offered={scopesFor(lesserRole(givenRole, role))}
        chosen={values.scopes}
        error={errors.scopes}
        onChange={(chosen) => set('scopes', chosen)}
      />
      <ExpiryField error={errors.expiresAt} onChange={(expiresAt) => set('expiresAt', expiresAt)} />
    </SheetForm>
  );
}

/** Creates an API token, then shows it. */
export function NewTokenSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [token, setToken] = useState<string>();
  return (
    <Sheet
      open={open}
      title={token === undefined ? t`New API token` : t`Your API token`}
      onClose={onClose}
      onClosed={() => setToken(undefined)}
    >
      {token === undefined ? (
        <NewTokenForm onClose={onClose} onCreated={setToken} />
      ) : (
        <CreatedToken token={token} onClose={onClose} />
      )}
    </Sheet>
  );
}

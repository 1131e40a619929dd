import { t } from '@lingui/core/macro';
import { API_TOKEN_NAME_MAX, ApiTokenForm, createApiToken } from '@zapdeck/contract/accounts/api-tokens';
import { lesserRole, scopesFor } from '@zapdeck/contract/accounts/scopes';
import { useState } from 'react';
import { SheetForm } from '../../../../components/ui/sheet-form.tsx';
import { Field } from '../../../../components/ui/field.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import { TextInput } from '../../../../components/ui/text-input.tsx';
import { call } from '../../../../lib/call.ts';
import { useForm } from '../../../../lib/form.ts';
import { useUser } from '../../../../lib/session.ts';
import { useAction } from '../../../../lib/use-action.ts';
import { CreatedToken } from './created-token.tsx';
import { inDays } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { refreshApiTokens } from './use-api-tokens.ts';

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
        onChange={(scopes) => set('scopes', scopes)}
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

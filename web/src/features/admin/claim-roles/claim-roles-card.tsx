import { t } from '@lingui/core/macro';
import { CLAIM_ROLES_MAX, CLAIM_VALUE_MAX, claimableRoles } from '@zapdeck/contract/sign-in/claim-roles';
import { Field } from '../../../components/ui/field.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { oneOf } from '../../../lib/one-of.ts';
import { inWords } from '../parts/words/in-words.ts';
import { type ClaimForm, claimRolesForm, faultsOf, newRow, type Row } from './claim-roles-form.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { ConfigCard } from '../config/config-card.tsx';
import { type Stored, useConfigForm } from '../config/use-config-form.ts';
import { Switch } from '../parts/switch.tsx';
import Trash2 from 'lucide-react/icons/trash-2';
import './claim-roles-card.css';

interface Props {
  row: Row;
  error: string | undefined;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

/** Fields for a value of the claim and the role that it gives. */
function ClaimRoleRow({ row, error, onChange, onRemove }: Props) {
  const { value } = row;
  return (
    <li>
      <Field label={t`Value of the claim`} error={error}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={CLAIM_VALUE_MAX}
            value={value}
            onChange={({ target }) => onChange({ ...row, value: target.value })}
          />
        )}
      </Field>
      <Field label={t`Role`}>
        {(control) => (
          <SelectInput
            {...control}
            value={row.role}
            onChange={({ target }) => onChange({ ...row, role: oneOf(claimableRoles, target.value) })}
          >
            {claimableRoles.map((role) => (
              <option key={role} value={role}>
                {inWords(role)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <IconButton label={value === '' ? t`Remove the empty value` : t`Remove ${value}`} onClick={onRemove}>
        <Trash2 size={19} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** Says which claim is read, or which variables the operator has to set. */
function ClaimNote({ claim, provider }: Pick<ClaimForm, 'claim' | 'provider'>) {
  if (provider === null)
    return (
      <p className="dash-note" data-tone="amber">
        {t`These roles have no effect until the operator sets up a sign-in provider with PLATFORM_ISSUER.`}
      </p>
    );
  if (claim === null)
    return (
      <p className="dash-note" data-tone="amber">
        {t`These roles have no effect until the operator sets PLATFORM_ROLE_CLAIM.`}
      </p>
    );
  return (
    <p className="dash-note">
      {t`Roles come from the claim “${claim}” of ${provider}. Its values must match exactly. Changes take effect when people next sign in with ${provider}.`}
    </p>
  );
}

/** Form for the roles that values of a claim give. */
export function ClaimRolesCard({ stored }: { stored: Stored<ClaimForm> }) {
  const form = useConfigForm(claimRolesForm, stored);
  const { typed, set, save, discard } = form;
  const [isChecked, setChecked] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState(0);
  useKeptFocus(list);
  useEffect(() => {
    if (added > 0) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [added]);
  const { claimRoles: rows, provider } = typed;
  const faults = faultsOf(typed);
  const start = () => {
    setChecked(true);
    if (faults.size === 0) save.start();
    else list.current?.querySelectorAll('input')[rows.findIndex(({ key }) => faults.has(key))]?.focus();
  };
  const change = (row: Row) =>
    set(
      'claimRoles',
      rows.map((other) => (other.key === row.key ? row : other)),
    );
  return (
    <>
      <ConfigCard
        title={t`Roles from the provider`}
        text={t`The sign-in provider can make people moderators or admins. They lose that role when the provider no longer sends it. Roles given by admins stay.`}
        form={{
          ...form,
          save: { ...save, start },
          discard() {
            setChecked(false);
            discard();
          },
        }}
        saveLabel={t`Save roles`}
      >
        <ClaimNote claim={typed.claim} provider={provider} />
        <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
          {rows.length === 0 ? (
            <p className="text-sm text-muted">{t`No roles are assigned yet.`}</p>
          ) : (
            <ul className="dash-claim-roles">
              {rows.map((row) => (
                <ClaimRoleRow
                  key={row.key}
                  row={row}
                  error={isChecked || row.value !== '' ? faults.get(row.key) : undefined}
                  onChange={change}
                  onRemove={() =>
                    set(
                      'claimRoles',
                      rows.filter(({ key }) => key !== row.key),
                    )
                  }
                />
              ))}
            </ul>
          )}
          <Button
            variant="secondary"
            className="justify-self-start"
            disabled={rows.length >= CLAIM_ROLES_MAX}
            onClick={() => {
              setChecked(false);
              set('claimRoles', [...rows, newRow(rows)]);
              setAdded((count) => count + 1);
            }}
          >{t`Add a value`}</Button>
        </div>
        <Switch
          label={t`Trust the provider’s second factor`}
          note={t`A sign-in counts as two-factor if the provider says so (“amr” contains “mfa”).`}
          checked={typed.trustsProviderFactor}
          onChange={(trusts) => set('trustsProviderFactor', trusts)}
        />
      </ConfigCard>
    </>
  );
}

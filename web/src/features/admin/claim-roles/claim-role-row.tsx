import { t } from '@lingui/core/macro';
import { CLAIM_VALUE_MAX, claimableRoles } from '@zapdeck/contract/sign-in/claim-roles';
import Trash2 from 'lucide-react/icons/trash-2';
import { Field } from '../../../components/ui/field.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { oneOf } from '../../../lib/one-of.ts';
import { inWords } from '../parts/words/in-words.ts';
import type { Row } from './claim-roles-form.ts';

interface Props {
  row: Row;
  error: string | undefined;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

/** Fields for a value of the claim and the role that it gives. */
export function ClaimRoleRow({ row, error, onChange, onRemove }: Props) {
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

import { t } from '@lingui/core/macro';
import { NAME_MAX } from '@zapdeck/contract/sign-in/auth';
import { INT_MAX } from '@zapdeck/contract/wire/primitives';
import { roles } from '@zapdeck/contract/accounts/roles';
import { type AdminUser, editUser } from '@zapdeck/contract/accounts/users';
import * as z from 'zod/mini';
import { Field } from '../../../components/ui/field.tsx';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { oneOf } from '../../../lib/one-of.ts';
import { refreshSession, useUser } from '../../../lib/session.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { SaveButtons } from '../parts/save-buttons.tsx';
import { inWords } from '../parts/words/in-words.ts';
import { wholeNumber } from '../parts/words/whole-number.ts';
import { nameOf } from '../../../lib/person.ts';

/** Returns the full name of a user, or a substitute. */
export function fullNameOf(user: AdminUser): string {
  return [nameOf(user), user.lastName?.trim()].filter(Boolean).join(' ');
}

interface Props {
  user: AdminUser | undefined;
  onClose: () => void;
}

const ZAPS = { min: 0, max: INT_MAX, fallback: 0 } as const;

function lockOf(user: AdminUser, ownId: string): string | undefined {
  if (user.id === ownId) return t`Cannot modify your own admin status`;
  return user.isGuest ? t`A guest has no role` : undefined;
}

/** Returns a hint about a claimed role, or undefined. */
function claimHintOf({ claimedRole }: AdminUser): string | undefined {
  if (claimedRole === 'member') return undefined;
  return claimedRole === 'admin'
    ? t`This person is also an admin through the sign-in provider. You can remove that role only at the provider or in Config. To stop them right away, suspend the account.`
    : t`This person is also a moderator through the sign-in provider. You can remove that role only at the provider or in Config. To stop them right away, suspend the account.`;
}

type Values = Pick<AdminUser, 'firstName' | 'lastName' | 'role' | 'zapCount'>;

/** Returns only the changed fields, because others, such as zaps, may have changed on the server. */
function changesOf(user: AdminUser, values: Values): Partial<Values> {
  const before: Values = { ...user, role: user.givenRole };
  const names = ['firstName', 'lastName', 'role', 'zapCount'] as const;
  return Object.fromEntries(
    names.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
  );
}

const trimmed = z.pipe(
  z.string(),
  z.transform((typed: string) => typed.trim() || null),
);
const Rules = z.object({
  firstName: trimmed,
  lastName: trimmed,
  role: z.enum(roles),
  zapCount: z.pipe(
    z.string(),
    z.transform((typed: string) => wholeNumber(typed, ZAPS)),
  ),
});

function EditUserForm({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const own = useUser();
  const form = useForm(Rules, {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    role: user.givenRole,
    zapCount: String(user.zapCount),
  });
  const { ref, bind, set, values } = form;
  const lock = lockOf(user, own.id);
  const save = useAdminAction({
    form,
    name: 'edit-user',
    work: async (typed: Values) => {
      await call(editUser, { params: { id: user.id }, body: changesOf(user, typed) });
      // The header shows the admin's own name.
      if (user.id === own.id) void refreshSession();
    },
    success: t`User updated successfully`,
    failure: t`Failed to update user`,
    prefersServerText: true,
    onDone: onClose,
    leaves: true,
  });
  return (
    <form ref={ref} onSubmit={form.submit(save.start)} className="grid gap-5" noValidate>
      <Field label={t`First name`}>
        {(control) => (
          <TextInput
            {...control}
            {...bind('firstName')}
            data-autofocus
            autoComplete="off"
            maxLength={NAME_MAX}
          />
        )}
      </Field>
      <Field label={t`Last name`}>
        {(control) => (
          <TextInput {...control} {...bind('lastName')} autoComplete="off" maxLength={NAME_MAX} />
        )}
      </Field>
      <Field label={t`Zap Count`} hint={t`At least 0`}>
        {(control) => (
          <TextInput
            {...control}
            {...bind('zapCount')}
            inputMode="numeric"
            disabled={user.isGuest}
            onBlur={() => set('zapCount', String(wholeNumber(values.zapCount, ZAPS)))}
          />
        )}
      </Field>
      <Field
        label={user.claimedRole === 'member' ? t`Role` : t`Role given by admins`}
        hint={
          lock ??
          claimHintOf(user) ??
          t`Moderators review apps and reports. Admins can see and change everything. A new role signs the user out.`
        }
      >
        {(control) => (
          <SelectInput
            {...control}
            value={values.role}
            disabled={lock !== undefined}
            onChange={(event) => set('role', oneOf(roles, event.target.value))}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {inWords(role)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <SaveButtons isSaving={save.pending} onCancel={onClose} />
    </form>
  );
}

/** Sets a user's names, role and zap count. */
export function EditUserSheet({ user, onClose }: Props) {
  return (
    <RecordSheet record={user} onClose={onClose} title={(shown) => t`Edit ${{ name: fullNameOf(shown) }}`}>
      {(shown) => <EditUserForm user={shown} onClose={onClose} />}
    </RecordSheet>
  );
}

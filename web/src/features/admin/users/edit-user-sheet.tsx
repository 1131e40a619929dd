import { NAME_MAX } from '@zapdeck/contract/auth';
import { INT_MAX } from '@zapdeck/contract/primitives';
import { type AdminUser, editUser } from '@zapdeck/contract/users';
import { type SubmitEvent, useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { call } from '../../../lib/call.ts';
import { refreshSession, useUser } from '../../../lib/session.ts';
import { act } from '../parts/act.ts';
import { SaveButtons } from '../parts/save-buttons.tsx';
import { useOpened } from '../parts/use-opened.ts';
import { Switch } from '../parts/switch.tsx';
import { wholeNumber } from '../parts/words/whole-number.ts';
import { fullNameOf } from './user-card.tsx';

interface Props {
  user: AdminUser | undefined;
  onClose: () => void;
}

const ZAPS = { min: 0, max: INT_MAX, fallback: 0 } as const;

/** Why the admin switch is locked, if it is. */
function lockOf(user: AdminUser | undefined, ownId: string): string | undefined {
  if (user?.id === ownId) return 'Cannot modify your own admin status';
  return user?.isGuest ? 'A guest cannot be an admin' : undefined;
}

type Values = Pick<AdminUser, 'firstName' | 'lastName' | 'isAdmin' | 'zapCount'>;

/** What was changed in the form: the rest may have moved on meanwhile, as zaps do. */
function changesOf(user: AdminUser, values: Values): Partial<Values> {
  const names = ['firstName', 'lastName', 'isAdmin', 'zapCount'] as const;
  return Object.fromEntries(
    names.filter((name) => values[name] !== user[name]).map((name) => [name, values[name]]),
  );
}

/** Sets a user's names, role and zap count; specification, sections 2 and 5. */
export function EditUserSheet({ user, onClose }: Props) {
  const own = useUser();
  const [form, setForm] = useState({ firstName: '', lastName: '', isAdmin: false, zaps: '0' });
  const [isBusy, setIsBusy] = useState(false);
  const shown = useOpened(user, ({ firstName, lastName, isAdmin, zapCount }) =>
    setForm({ firstName: firstName ?? '', lastName: lastName ?? '', isAdmin, zaps: String(zapCount) }),
  );
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const lock = lockOf(shown, own.id);
  const zapCount = wholeNumber(form.zaps, ZAPS);

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!user || isBusy) return;
    setIsBusy(true);
    const saved = await act({
      name: 'edit-user',
      work: () =>
        call(editUser, {
          params: { id: user.id },
          body: changesOf(user, {
            firstName: form.firstName.trim() || null,
            lastName: form.lastName.trim() || null,
            isAdmin: form.isAdmin,
            zapCount,
          }),
        }),
      success: 'User updated successfully',
      failure: 'Failed to update user',
      isServerHeard: true,
    });
    setIsBusy(false);
    if (!saved) return;
    // One's own name stands in the header too.
    if (user.id === own.id) void refreshSession();
    onClose();
  };

  return (
    <Sheet open={!!user} onClose={onClose} title={shown ? `Edit ${fullNameOf(shown)}` : 'Edit'}>
      <form onSubmit={(event) => void save(event)} className="grid gap-5" noValidate>
        <Field label="First name">
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              autoComplete="off"
              maxLength={NAME_MAX}
              value={form.firstName}
              onChange={(event) => set({ firstName: event.target.value })}
            />
          )}
        </Field>
        <Field label="Last name">
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              maxLength={NAME_MAX}
              value={form.lastName}
              onChange={(event) => set({ lastName: event.target.value })}
            />
          )}
        </Field>
        <Field label="Zap Count" hint="At least 0">
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              disabled={shown?.isGuest}
              value={form.zaps}
              onChange={(event) => set({ zaps: event.target.value })}
              onBlur={() => set({ zaps: String(zapCount) })}
            />
          )}
        </Field>
        <Switch
          label="Admin"
          note={lock ?? 'May see and change everything here. A change ends their sessions.'}
          checked={form.isAdmin}
          disabled={lock !== undefined}
          onChange={(isAdmin) => set({ isAdmin })}
        />
        <SaveButtons isSaving={isBusy} onCancel={onClose} />
      </form>
    </Sheet>
  );
}

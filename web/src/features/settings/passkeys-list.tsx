import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  listPasskeys,
  type Passkey,
  PASSKEY_NAME_MAX,
  type PasskeyObstacle,
  PASSKEYS_MAX,
  removePasskey,
  RenamePasskey,
  renamePasskey,
} from '@zapdeck/contract/sign-in/passkeys';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmSheet } from '../../components/ui/confirm-sheet.tsx';
import { Field } from '../../components/ui/field.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { SheetForm } from '../../components/ui/sheet-form.tsx';
import { RecordSheet, useLast } from '../../components/ui/sheet.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { hasPasskeys } from '../../lib/has-passkeys.ts';
import { sayPasskeyProblem } from '../../lib/passkey-problem.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { RowsSkeleton } from './rows.tsx';

const passkeysKey = ['passkeys'] as const;

function usePasskeys() {
  return useQuery({ queryKey: passkeysKey, queryFn: () => call(listPasskeys, {}) });
}

/** Reads the passkeys again after a change. */
function refreshPasskeys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: passkeysKey });
}

/** Returns the name that the owner gave, or a general one. */
const nameOf = ({ name }: Passkey): string => name ?? t`Passkey`;

interface Props {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

/** A passkey with its use, and buttons to rename and remove it. */
function PasskeyRow({ passkey, onRename, onRemove }: Props) {
  const { createdAt, lastUsedAt, isSynced } = passkey;
  const name = nameOf(passkey);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <span className="grid size-11 shrink-0 place-items-center self-start rounded-field bg-raised text-muted">
        <Fingerprint size={22} aria-hidden="true" />
      </span>
      <div className="min-w-[min(8rem,100%)] grow basis-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <TimeAgo moment={createdAt} say={(when) => t`Added ${when}`} />
          {lastUsedAt === null ? (
            <span>{t`Not used yet`}</span>
          ) : (
            <TimeAgo moment={lastUsedAt} say={(when) => t`Used ${when}`} />
          )}
          <span>{isSynced ? t`Synced with your other devices` : t`On one device only`}</span>
        </p>
      </div>
      <div className="-me-2.5 flex shrink-0 self-start">
        <IconButton label={t`Rename ${name}`} onClick={onRename}>
          <Pencil size={18} />
        </IconButton>
        <IconButton label={t`Remove ${name}`} onClick={onRemove}>
          <Trash2 size={18} />
        </IconButton>
      </div>
    </li>
  );
}

interface PasskeyNameFormProps {
  passkey: Passkey;
  onClose: () => void;
}

function PasskeyNameForm({ passkey, onClose }: PasskeyNameFormProps) {
  const form = useForm(RenamePasskey, { name: passkey.name ?? '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: BodyOf<typeof renamePasskey>) => {
      await call(renamePasskey, { params: { id: passkey.id }, body });
      await refreshPasskeys();
    },
    failure: {
      action: 'rename-passkey',
      title: t`Couldn’t save the name`,
    },
    onDone: onClose,
    leaves: true,
  });
  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={onClose}
      submit={t`Save`}
      pending={pending ? t`Saving…` : undefined}
    >
      <Field label={t`Name`} hint={t`For example, the device or app that stores it.`} error={errors.name}>
        {(control) => (
          <TextInput {...control} {...bind('name')} maxLength={PASSKEY_NAME_MAX} data-autofocus />
        )}
      </Field>
    </SheetForm>
  );
}

interface PasskeyRemovalProps {
  open: boolean;
  passkey: Passkey;
  onClose: () => void;
}

/** Confirms and removes a passkey. */
function PasskeyRemoval({ open, passkey, onClose }: PasskeyRemovalProps) {
  const { pending, start } = useAction({
    work: async () => {
      await call(removePasskey, { params: { id: passkey.id } });
      await Promise.all([refreshPasskeys(), refreshSession()]);
    },
    success: { title: t`Passkey removed`, description: t`It can no longer sign in.` },
    failure: {
      action: 'remove-passkey',
      title: t`Couldn’t remove the passkey`,
    },
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Remove ${{ name: nameOf(passkey) }}?`}
      confirm={t`Remove`}
      pending={pending ? t`Removing…` : undefined}
      onConfirm={start}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`It can no longer sign in to your account.`}</li>
        <li>{t`Devices that are signed in stay signed in.`}</li>
        <li>{t`Delete it on your device too, so that it is no longer offered.`}</li>
      </ul>
    </ConfirmSheet>
  );
}

function obstacleText(obstacle: PasskeyObstacle | null): string | undefined {
  switch (obstacle) {
    case 'plain_http':
      return t`Passkeys need a site on https. This site is on plain http.`;
    case 'ip_address':
      return t`Passkeys need a site with a domain name. This site has an IP address only.`;
    default:
      return hasPasskeys() ? undefined : t`This browser does not support passkeys. Try another one.`;
  }
}

function AddPasskey({ isFull, onAdded }: { isFull: boolean; onAdded: (passkey: Passkey) => void }) {
  const { pending, start } = useAction({
    work: async () => {
      const { addPasskey } = await import('./add-passkey.ts');
      const added = await addPasskey();
      await refreshPasskeys();
      return added;
    },
    failure: {
      action: 'add-passkey',
      title: t`Couldn’t add the passkey`,
    },
    onError: (error) => sayPasskeyProblem(error, t`Couldn’t add the passkey`),
    onDone: onAdded,
  });
  return isFull ? (
    <p className="text-sm text-muted">
      {t`Your account has the maximum number of passkeys. Remove one first.`}
    </p>
  ) : (
    <Button
      variant="secondary"
      className="max-sm:w-full"
      pending={pending ? t`Waiting for your device…` : undefined}
      onClick={start}
    >{t`Add a passkey`}</Button>
  );
}

function Passkeys({ passkeys, obstacle }: ResponseOf<typeof listPasskeys>) {
  const [named, setNamed] = useState<{ passkey: Passkey; isNew: boolean }>();
  const [removed, setRemoved] = useState<Passkey>();
  const asked = useLast(removed);
  const reason = obstacleText(obstacle);
  return (
    <>
      {passkeys.length > 0 ? (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setNamed({ passkey, isNew: false })}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      ) : null}
      <div className="mt-4">
        {passkeys.length === 1 ? (
          <p className="mb-3 text-sm text-muted">{t`Add a second one, in case you lose this one.`}</p>
        ) : null}
        {reason === undefined ? (
          <AddPasskey
            isFull={passkeys.length >= PASSKEYS_MAX}
            onAdded={(passkey) => setNamed({ passkey, isNew: true })}
          />
        ) : (
          <p className="rounded-field bg-raised px-4 py-3 text-sm">{reason}</p>
        )}
      </div>
      <RecordSheet
        record={named?.passkey}
        title={() => (named?.isNew ? t`Name your passkey` : t`Rename the passkey`)}
        onClose={() => setNamed(undefined)}
      >
        {(passkey) => <PasskeyNameForm passkey={passkey} onClose={() => setNamed(undefined)} />}
      </RecordSheet>
      {asked ? (
        <PasskeyRemoval
          key={asked.id}
          open={removed !== undefined}
          passkey={asked}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </>
  );
}

/** The passkeys of the account: add, rename and remove. */
export function PasskeysList() {
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const query = usePasskeys();
  return (
    <section ref={region} tabIndex={-1} className="outline-none" aria-labelledby="own-passkeys">
      <h3 id="own-passkeys" className="mb-1 text-lg font-semibold">{t`Passkeys`}</h3>
      <p className="text-sm text-muted">
        {t`Sign in with your fingerprint, your face or your screen lock instead of a password.`}
      </p>
      <QueryView query={query} failure={t`Couldn’t load your passkeys`} skeleton={<RowsSkeleton />}>
        {(answer) => <Passkeys {...answer} />}
      </QueryView>
    </section>
  );
}

import { plural, t } from '@lingui/core/macro';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { copyAndSay } from '../../../lib/share-app.ts';
import { createInvitation, type InvitationForm } from '@zapdeck/contract/accounts/invitations';
import { useState } from 'react';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';

const QrCode = lazyPart(
  () => import('../../../components/ui/qr-code.tsx'),
  <div className="mx-auto size-56" />,
);

/** The link of a new invitation, to copy or to scan. */
function CreatedInvitation({ link, onClose }: { link: string; onClose: () => void }) {
  const said = () => ({ title: t`Link Copied`, description: t`Send it to the people you invite.` });
  return (
    <div className="grid gap-5">
      <p className="text-muted">{t`This link is shown once. Copy it now, or let someone scan the code.`}</p>
      <QrCode text={link} label={t`QR code of the link`} />
      <Field label={t`Link`}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <SheetButtons>
        <Button variant="quiet" onClick={onClose}>{t`Done`}</Button>
        <Button data-autofocus onClick={() => void copyAndSay(link, said())}>{t`Copy link`}</Button>
      </SheetButtons>
    </div>
  );
}

const usesToChoose = [1, 5, 10, 25, 100, 1_000];
const daysToChoose = [1, 7, 30, 90, 365];

interface Props {
  open: boolean;
  /** True if sign-up is closed, for invited people too. */
  isClosed: boolean;
  onClose: () => void;
}

interface FormProps extends Pick<Props, 'isClosed' | 'onClose'> {
  onCreated: (link: string) => void;
}

function InviteForm({ isClosed, onClose, onCreated }: FormProps) {
  const [form, setForm] = useState<InvitationForm>({ uses: 1, days: 7 });
  const { pending, start } = useAdminAction({
    name: 'create-invitation',
    work: () => call(createInvitation, { body: form }),
    success: () => undefined,
    failure: t`Couldn’t create the invitation`,
    prefersServerText: true,
    onDone: ({ link }) => onCreated(link),
  });
  return (
    <div className="grid gap-5">
      {isClosed ? (
        <p className="dash-note">{t`Sign-up is closed. The link works once you open sign-up, by invitation or approval.`}</p>
      ) : null}
      <Field label={t`How many people can sign up with it`}>
        {(control) => (
          <SelectInput
            {...control}
            value={form.uses}
            onChange={(event) => setForm({ ...form, uses: Number(event.target.value) })}
          >
            {usesToChoose.map((count) => (
              <option key={count} value={count}>
                {plural(count, { one: '# person', other: '# people' })}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label={t`Valid for`}>
        {(control) => (
          <SelectInput
            {...control}
            value={form.days}
            onChange={(event) => setForm({ ...form, days: Number(event.target.value) })}
          >
            {daysToChoose.map((count) => (
              <option key={count} value={count}>
                {plural(count, { one: '# day', other: '# days' })}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <SheetButtons>
        <Button variant="quiet" onClick={onClose}>{t`Cancel`}</Button>
        <Button pending={pending ? t`Creating…` : undefined} onClick={() => start()}>{t`Create link`}</Button>
      </SheetButtons>
    </div>
  );
}

/** Creates an invitation, then shows its link. */
export function InviteSheet({ open, isClosed, onClose }: Props) {
  const [link, setLink] = useState<string>();
  const close = () => {
    setLink(undefined);
    onClose();
  };
  return (
    <Sheet open={open} onClose={close} title={link === undefined ? t`Invite people` : t`Your invitation`}>
      {link === undefined ? (
        <InviteForm isClosed={isClosed} onClose={close} onCreated={setLink} />
      ) : (
        <CreatedInvitation link={link} onClose={close} />
      )}
    </Sheet>
  );
}

import { t } from '@lingui/core/macro';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { copyAndSay } from '../../../lib/share-app.ts';

const QrCode = lazyPart(
  () => import('../../../components/ui/qr-code.tsx'),
  <div className="mx-auto size-56" />,
);

/** The link of a new invitation, to copy or to scan. */
export function CreatedInvitation({ link, onClose }: { link: string; onClose: () => void }) {
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

import { t } from '@lingui/core/macro';
import { Button } from '../../../../components/ui/button.tsx';
import { Field } from '../../../../components/ui/field.tsx';
import { SheetButtons } from '../../../../components/ui/sheet-form.tsx';
import { TextInput } from '../../../../components/ui/text-input.tsx';
import { copyAndSay } from '../../../../lib/share-app.ts';

/** A new token, to copy. */
export function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
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

import { t } from '@lingui/core/macro';
import { Button } from '../../../components/ui/button.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { copyAndSay } from '../../../lib/share-app.ts';
import './recovery-codes.css';

/** New recovery codes, to keep. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${location.host}\n${codes.join('\n')}\n`;
  const said = () => ({ title: t`Codes copied`, description: t`Keep them as safe as a password.` });
  return (
    <div className="grid grid-cols-1 gap-5 pt-1">
      <p className="text-muted">{t`If you lose your phone, each code signs you in once. They are shown only now, so keep them in a safe place.`}</p>
      <div dir="ltr" translate="no" className="recovery-codes rounded-field bg-raised px-5 py-4 font-mono">
        <p className="mb-4 hidden print:block">{location.host}</p>
        <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button
          className="grow"
          data-autofocus
          onClick={() => void copyAndSay(text, said())}
        >{t`Copy`}</Button>
        <Button
          variant="secondary"
          className="grow"
          onClick={() => saveFile('recovery-codes.txt', text, 'text/plain')}
        >{t`Download`}</Button>
        <Button variant="secondary" className="grow" onClick={() => print()}>{t`Print`}</Button>
      </div>
      <SheetButtons>
        <Button variant="secondary" onClick={onClose}>{t`Done`}</Button>
      </SheetButtons>
    </div>
  );
}

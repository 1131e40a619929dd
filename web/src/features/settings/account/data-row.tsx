import { t } from '@lingui/core/macro';
import { downloadData } from '@zapdeck/contract/account';
import Download from 'lucide-react/icons/download';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { AccountRow } from './account-row.tsx';

/** Long enough for any browser to start the download. */
const KEPT_MS = 60_000;

/** Saves a file through the browser. A direct link to the endpoint would save an error response as the file. */
function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Row that downloads all data about the user. */
export function DataRow() {
  const { pending, start } = useAction({
    work: async () => saveFile('zapdeck-data.json', JSON.stringify(await call(downloadData, {}), null, 2)),
    failure: {
      action: 'download-data',
      title: t`Nothing was downloaded`,
      text: t`Please check your connection and try again.`,
    },
  });
  return (
    <AccountRow icon={Download} title={t`Your data`} text={t`All your data, as one JSON file.`}>
      <Button
        variant="secondary"
        className="max-sm:w-full"
        pending={pending ? t`Preparing...` : undefined}
        onClick={start}
      >{t`Download my data`}</Button>
    </AccountRow>
  );
}

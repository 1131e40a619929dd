import { t } from '@lingui/core/macro';
import Download from 'lucide-react/icons/download';
import { Button } from '../../../components/ui/button.tsx';
import { useDataDownload } from '../../../lib/use-data-download.ts';
import { AccountRow } from './account-row.tsx';

export function DataRow() {
  const { pending, start } = useDataDownload();
  return (
    <AccountRow icon={Download} title={t`Your data`} text={t`All your data, as one JSON file.`}>
      <Button
        variant="secondary"
        className="max-sm:w-full"
        pending={pending ? t`Preparing…` : undefined}
        onClick={start}
      >{t`Download my data`}</Button>
    </AccountRow>
  );
}

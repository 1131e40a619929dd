import { t } from '@lingui/core/macro';
import { downloadData } from '@zapdeck/contract/accounts/account';
import { call } from './call.ts';
import { saveFile } from './save-file.ts';
import { type Action, useAction } from './use-action.ts';

/** Returns the action that downloads all data of the user. */
export function useDataDownload(): Action<void> {
  return useAction({
    work: async () =>
      saveFile(
        'zapdeck-data.json',
        JSON.stringify(await call(downloadData, {}), null, 2),
        'application/json',
      ),
    failure: {
      action: 'download-data',
      title: t`Couldn’t download your data`,
    },
  });
}

import { t } from '@lingui/core/macro';
import { downloadData } from '@zapdeck/contract/account';
import { call } from './call.ts';
import { type Action, useAction } from './use-action.ts';

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

/** Returns the action that downloads all data about the user. */
export function useDataDownload(): Action<void> {
  return useAction({
    work: async () => saveFile('zapdeck-data.json', JSON.stringify(await call(downloadData, {}), null, 2)),
    failure: {
      action: 'download-data',
      title: t`Nothing was downloaded`,
      text: t`Please check your connection and try again.`,
    },
  });
}

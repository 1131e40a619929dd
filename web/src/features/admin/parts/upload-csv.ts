import { bulkUploadApps, CSV_FIELD, UPLOAD_ID_HEADER } from '@zapdeck/contract/bulk-upload';
import type { ResponseOf } from '@zapdeck/contract/route';
import { ConnectionError, refusalOf } from '../../../lib/call.ts';

type Uploaded = ResponseOf<typeof bulkUploadApps> & { uploadId: string };

/**
 * Sends a CSV file and tells, from 0 to 1, how much of it has gone out; at 1 the server checks and stores. Throws
 * CallError for a refusal, ConnectionError for no answer. Not with fetch, which does not tell how far it has come.
 */
export function uploadCsv(file: File, onProgress: (share: number) => void): Promise<Uploaded> {
  const form = new FormData();
  form.append(CSV_FIELD, file);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('error', (event) => reject(new ConnectionError(event)));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      const uploadId = request.getResponseHeader(UPLOAD_ID_HEADER) ?? '';
      if (status === 200)
        resolve({ ...(JSON.parse(responseText) as ResponseOf<typeof bulkUploadApps>), uploadId });
      else reject(refusalOf(request, responseText, request.getResponseHeader('retry-after'), true));
    });
    request.open(bulkUploadApps.method, bulkUploadApps.path);
    request.send(form);
  });
}

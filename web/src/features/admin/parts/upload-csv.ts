import { bulkUploadApps } from '@zapdeck/contract/bulk-upload';
import type { ErrorBody } from '@zapdeck/contract/errors';
import { CallError, ConnectionError } from '../../../lib/call.ts';

interface Uploaded {
  count: number;
  skipped: number;
}

/**
 * Sends a CSV file and tells, from 0 to 1, how much of it has gone out; at 1 the server checks and stores. Throws
 * CallError for a refusal, ConnectionError for no answer. Not with fetch, which does not tell how far it has come.
 */
export function uploadCsv(file: File, onProgress: (share: number) => void): Promise<Uploaded> {
  const form = new FormData();
  form.append('csvFile', file);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('error', (event) => reject(new ConnectionError(event)));
    request.addEventListener('load', () => {
      const body: unknown = parse(request.responseText);
      if (request.status === 200) resolve(body as Uploaded);
      else reject(new CallError(request.status, request.responseText, body as Partial<ErrorBody>));
    });
    request.open(bulkUploadApps.method, bulkUploadApps.path);
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

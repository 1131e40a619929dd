import { bulkUploadApps } from '@zapdeck/contract/bulk-upload';
import { expect, test, vi } from 'vitest';
import { CallError, ConnectionError } from './call.ts';
import { upload } from './upload.ts';

/** A browser's request that is answered at once. */
function answering(status: number, responseText: string) {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly statusText = '';
    readonly responseText = responseText;
    open() {}
    getResponseHeader() {
      return null;
    }
    send() {
      this.dispatchEvent(new Event('load'));
    }
  };
}

test.each([
  ['the login page of a network', 200, '<title>Wi-Fi</title>', ConnectionError],
  ['a refusal', 422, '{"code":"invalid_input"}', CallError],
])('%s ends an upload', async (_, status, text, expected) => {
  vi.stubGlobal('XMLHttpRequest', answering(status, text));
  await expect(upload(bulkUploadApps, {}, new FormData(), () => {})).rejects.toBeInstanceOf(expected);
});

import { bulkUploadApps } from '@zapdeck/contract/apps/bulk-upload';
import { expect, test, vi } from 'vitest';
import { CallError, ConnectionError } from './call.ts';
import { upload } from './upload.ts';

/** Returns an XMLHttpRequest that responds at once. */
function respondingWith(status: number, responseText: string) {
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
])('%s rejects the upload', async (_, status, text, expected) => {
  vi.stubGlobal('XMLHttpRequest', respondingWith(status, text));
  await expect(upload(bulkUploadApps, {}, new FormData(), () => {})).rejects.toBeInstanceOf(expected);
});

import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import { addressOf, ConnectionError, dataOf, refusalOf } from './call.ts';

interface Uploaded<T extends Route> {
  data: ResponseOf<T>;
  header: (name: string) => string | null;
}

type Address<T extends Route> = Pick<CallInput<T>, Extract<keyof CallInput<T>, 'params' | 'query'>>;

/**
 * Sends a file or a form. `onProgress` gets the sent share from 0 to 1. Throws like `call`. Uses XMLHttpRequest, because
 * fetch reports no progress.
 */
export function upload<T extends Route>(
  route: T,
  input: Address<T>,
  body: File | FormData,
  onProgress: (share: number) => void,
): Promise<Uploaded<T>> {
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('error', (event) => reject(new ConnectionError(event)));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      const header = (name: string) => request.getResponseHeader(name);
      try {
        if (status !== 200) throw refusalOf(request, responseText, header('retry-after'), true);
        resolve({ data: dataOf(responseText) as ResponseOf<T>, header });
      } catch (error) {
        reject(error);
      }
    });
    request.open(route.method, addressOf(route, input));
    request.send(body);
  });
}

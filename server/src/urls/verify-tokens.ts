import { VERIFY_META } from '@zapdeck/contract/frames/verification';
import type { FetchedPage } from './fetch-public.ts';
import { readPageHead } from './page-head.ts';

export function hasVerifyTag(page: Pick<FetchedPage, 'url' | 'headers' | 'body'>, token: string): boolean {
  return readPageHead(page, { listed: VERIFY_META })?.listed.includes(token) === true;
}

export function hasVerifyLine({ body }: Pick<FetchedPage, 'body'>, token: string): boolean {
  return body
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .some((line) => line.trim() === token);
}

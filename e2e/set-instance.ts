import { defaultInstance, type InstanceSettings } from '@zapdeck/contract/instance/instance';
import type { LegalPageName } from '@zapdeck/contract/instance/legal-texts';
import { type Caller, callApi, logIn } from './api.ts';
import { admin } from './world.ts';

/** Signs the caller in as the first admin, and saves the standard settings with these changes. */
export async function setInstance(
  caller: Caller,
  url: string,
  changed: Partial<InstanceSettings> = {},
): Promise<void> {
  await logIn(caller, url, admin);
  const data = { ...defaultInstance, ...changed };
  await callApi(caller, url, { method: 'PUT', path: '/api/admin/instance', data });
}

/** Signs the caller in as the first admin, and saves the English text of a legal page. Members have to accept new terms. Returns their version. */
export async function setLegalText(
  caller: Caller,
  url: string,
  { page, text }: { page: LegalPageName; text: string },
): Promise<number> {
  await logIn(caller, url, admin);
  const path = `/api/admin/instance/legal/${page}/en`;
  const { termsVersion } = (await (await caller.request.get(url + path)).json()) as { termsVersion: number };
  const data = { text, replacesTermsVersion: termsVersion };
  return (await callApi<{ termsVersion: number }>(caller, url, { method: 'PUT', path, data })).termsVersion;
}

import { defaultInstance, type InstanceSettings } from '@zapdeck/contract/instance';
import { type Caller, callApi, logIn } from './api.ts';
import { admin } from './world.ts';

interface Changed extends Partial<InstanceSettings> {
  replacesTermsVersion?: number;
}

/** Signs the caller in as the first admin, and saves the standard settings with these changes. */
export async function setInstance(caller: Caller, url: string, changed: Changed = {}): Promise<void> {
  await logIn(caller, url, admin);
  const data = { ...defaultInstance, ...changed };
  await callApi(caller, url, { method: 'PUT', path: '/api/admin/instance', data });
}

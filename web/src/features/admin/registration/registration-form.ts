import { msg } from '@lingui/core/macro';
import { adminInstance, type InstanceSettings, saveInstance } from '@zapdeck/contract/instance/instance';
import { call } from '../../../lib/call.ts';
import { callProved } from '../../../lib/call-proved.ts';

export interface Registration
  extends Pick<InstanceSettings, 'registration' | 'registrationQuestion' | 'guests'> {
  /** Separated by spaces or commas. */
  domains: string;
}

export function domainsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((domain) => domain !== '');
}

async function readSettings(signal?: AbortSignal): Promise<InstanceSettings> {
  const { logo: _, ...settings } = await call(adminInstance, {}, signal ? { signal } : {});
  return settings;
}

/** The part of the settings of the instance that says who may join. */
export const registrationForm = {
  path: 'registration',
  async read(signal: AbortSignal): Promise<Registration> {
    const { registration, registrationQuestion, guests, allowedDomains } = await readSettings(signal);
    return { registration, registrationQuestion, guests, domains: allowedDomains.join(', ') };
  },
  /** Reads the other settings first, so that a change by another admin stays. */
  async save({ domains, ...rules }: Registration): Promise<void> {
    const allowedDomains = domainsIn(domains);
    await callProved(saveInstance, {
      body: { ...(await readSettings()), ...rules, allowedDomains },
    });
  },
  parse: (typed: Registration): Registration => typed,
  success: msg`Registration settings saved`,
  failure: msg`Couldn’t save the settings. Please check the domains.`,
};

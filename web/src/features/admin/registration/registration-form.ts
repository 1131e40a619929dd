import { msg } from '@lingui/core/macro';
import {
  adminInstance,
  type Instance,
  type InstanceSettings,
  saveInstance,
} from '@zapdeck/contract/instance/instance';
import { callVersioned, type Stored } from '../config/use-config-form.ts';

export interface Registration
  extends Pick<InstanceSettings, 'registration' | 'registrationQuestion' | 'guests'> {
  /** Separated by spaces or commas. */
  allowedDomains: string;
}

export function domainsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((domain) => domain !== '');
}

function formOf({ values, version }: Stored<Instance>): Stored<Registration> {
  const { registration, registrationQuestion, guests, allowedDomains } = values;
  const domains = allowedDomains.join(', ');
  return { values: { registration, registrationQuestion, guests, allowedDomains: domains }, version };
}

/** The part of the settings of the instance that says who may join. */
export const registrationForm = {
  path: 'registration',
  read: async (signal: AbortSignal) => formOf(await callVersioned(adminInstance, {}, { signal })),
  async save({ allowedDomains, ...rules }: Registration, version: number) {
    const body = { ...rules, allowedDomains: domainsIn(allowedDomains), version };
    return formOf(await callVersioned(saveInstance, { body }));
  },
  parse: (typed: Registration): Registration => typed,
  success: msg`Registration settings saved`,
  failure: msg`Couldn’t save the settings. Please check the domains.`,
};

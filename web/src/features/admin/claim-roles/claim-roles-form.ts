import { msg } from '@lingui/core/macro';
import {
  adminClaimRoles,
  type ClaimRole,
  ClaimSettings,
  saveClaimRoles,
  type ShownClaimSettings,
} from '@zapdeck/contract/sign-in/claim-roles';
import { say } from '../../../lib/say.ts';
import { callVersioned, type Stored } from '../config/use-config-form.ts';

/** The key identifies a row while others are added and removed. */
export type Row = ClaimRole & { key: string };

export interface ClaimForm extends Omit<ShownClaimSettings, 'claimRoles'> {
  claimRoles: Row[];
}

const formOf = ({
  values: { claimRoles, ...settings },
  version,
}: Stored<ShownClaimSettings>): Stored<ClaimForm> => ({
  values: {
    ...settings,
    claimRoles: claimRoles.map((claimRole, index) => ({ ...claimRole, key: String(index) })),
  },
  version,
});

const settingsOf = ({ claimRoles, trustsProviderFactor }: ClaimForm): ClaimSettings => ({
  claimRoles: claimRoles.map(({ value, role }) => ({ value, role })),
  trustsProviderFactor,
});

export function newRow(rows: readonly Row[]): Row {
  const last = Math.max(-1, ...rows.map(({ key }) => Number(key)));
  return { value: '', role: 'moderator', key: String(last + 1) };
}

/** Returns faults of the values by row key. A repeated value is a fault. */
export function faultsOf({ claimRoles: rows }: Pick<ClaimForm, 'claimRoles'>): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const seen: ClaimRole[] = [];
  for (const { key, value, role } of rows) {
    const claimRole = { value: value.trim(), role };
    for (const claimRoles of [[claimRole], [...seen, claimRole]]) {
      const issue = ClaimSettings.shape.claimRoles.safeParse(claimRoles).error?.issues[0];
      if (issue && !faults.has(key)) faults.set(key, say(issue.message));
    }
    if (!faults.has(key)) seen.push(claimRole);
  }
  return faults;
}

/** Roles that the values of a claim give at a sign-in. */
export const claimRolesForm = {
  path: 'claim-roles',
  read: async (signal: AbortSignal) => formOf(await callVersioned(adminClaimRoles, {}, { signal })),
  async save(form: ClaimForm, version: number) {
    const body = { ...settingsOf(form), version };
    return formOf(await callVersioned(saveClaimRoles, { body }));
  },
  parse: (typed: ClaimForm): ClaimForm => typed,
  success: msg`Roles from the provider saved`,
  failure: msg`Couldn’t save the settings`,
};

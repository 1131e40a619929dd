import { msg } from '@lingui/core/macro';
import {
  adminClaimRoles,
  type ClaimRole,
  ClaimSettings,
  saveClaimRoles,
  type ShownClaimSettings,
} from '@zapdeck/contract/sign-in/claim-roles';
import { call } from '../../../lib/call.ts';
import { callProved } from '../../../lib/call-proved.ts';
import { say } from '../../../lib/say.ts';

/** The key identifies a row while others are added and removed. */
export type Row = ClaimRole & { key: string };

export interface ClaimForm extends Omit<ShownClaimSettings, 'claimRoles'> {
  rows: Row[];
}

const formOf = ({ claimRoles, ...settings }: ShownClaimSettings): ClaimForm => ({
  ...settings,
  rows: claimRoles.map((claimRole, index) => ({ ...claimRole, key: String(index) })),
});

const settingsOf = ({ rows, trustsProviderFactor }: ClaimForm): ClaimSettings => ({
  claimRoles: rows.map(({ value, role }) => ({ value, role })),
  trustsProviderFactor,
});

export function newRow(rows: readonly Row[]): Row {
  const last = Math.max(-1, ...rows.map(({ key }) => Number(key)));
  return { value: '', role: 'moderator', key: String(last + 1) };
}

/** Returns faults of the values by row key. A repeated value is a fault. */
export function faultsOf({ rows }: Pick<ClaimForm, 'rows'>): ReadonlyMap<string, string> {
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
  read: async (signal: AbortSignal): Promise<ClaimForm> =>
    formOf(await call(adminClaimRoles, {}, { signal })),
  save: (form: ClaimForm) => callProved(saveClaimRoles, { body: settingsOf(form) }),
  storedIn: (saved: unknown) => formOf(saved as ShownClaimSettings),
  parse: (typed: ClaimForm): ClaimForm => typed,
  success: msg`Roles from the provider saved`,
  failure: msg`Couldn’t save the settings`,
};

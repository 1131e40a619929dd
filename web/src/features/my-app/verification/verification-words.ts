import { t } from '@lingui/core/macro';
import type { Verification } from '@zapdeck/contract/verification';

/** Returns the result of the last check in words. Null without a check, or if the maker need not act. */
export function findingInWords({
  finding,
  host,
  verifiedAt,
}: Pick<Verification, 'finding' | 'host' | 'verifiedAt'>): string | null {
  const isAtStake = verifiedAt !== null;
  switch (finding) {
    case null:
    case 'found':
      return null;
    case 'missing':
      return isAtStake
        ? t`The token was not found on ${host}. When a check half a day later misses it too, the mark goes.`
        : t`We have looked at ${host} and found neither tag nor file.`;
    case 'other_host':
      return isAtStake
        ? t`The address leads to another host, which proves nothing about ${host}. When a check half a day later finds the same, the mark goes.`
        : t`The address leads to another host, which proves nothing about ${host}. Change the address of your app to where it leads.`;
    case 'unreachable':
      return isAtStake
        ? t`${host} could not be reached. The mark stays for seven days.`
        : t`${host} could not be reached, or did not say.`;
  }
}

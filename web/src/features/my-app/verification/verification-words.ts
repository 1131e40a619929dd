import { t } from '@lingui/core/macro';
import type { Verification } from '@zapdeck/contract/frames/verification';

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
        ? t`We didn’t find the tag or the line on ${host}. If both are still missing in half a day, you lose the check mark.`
        : t`We checked ${host} and found neither the tag nor the line.`;
    case 'other_host':
      return isAtStake
        ? t`Your URL redirects to another host, so it can’t verify ${host}. If that’s still so in half a day, you lose the check mark.`
        : t`Your URL redirects to another host, so it can’t verify ${host}. Change your app’s URL to the final address.`;
    case 'unreachable':
      return isAtStake
        ? t`We couldn’t reach ${host}. You keep the check mark for seven days.`
        : t`We couldn’t reach ${host}.`;
  }
}

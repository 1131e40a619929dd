import { t } from '@lingui/core/macro';
import { type HoldCheck, LIKES_PER_REPORT } from '@zapdeck/contract/reported-apps';
import { formatCounted, formatCount } from '../../../lib/numbers.ts';

function outcomeOf({ verdict }: HoldCheck, isHeld: boolean): string {
  if (isHeld) return verdict === 'enough' ? t`Reports have hidden it.` : t`It is hidden until you decide.`;
  switch (verdict) {
    case 'enough':
      return t`The next report hides it.`;
    case 'too_few':
      return t`Too few to hide it.`;
    case 'many_likes':
      return t`It stays: it has more than ${LIKES_PER_REPORT} times as many likes.`;
    case 'trusted_host':
      return t`It stays: its host is trusted.`;
    case 'limit_reached':
      return t`It stays: reports have hidden as many apps as they may in an hour.`;
    case 'switched_off':
      return t`It stays: hiding is switched off.`;
  }
}

/** Says how the open reports of an app count, and why it is hidden or not. */
export function holdInWords(check: HoldCheck, isHeld: boolean): string {
  const { weight, needed, independent, uncounted } = check;
  const weighed = weight === independent ? '' : `, who weigh ${formatCount(weight)}`;
  const left = uncounted === 0 ? '' : t` ${formatCounted(uncounted, 'member')} not counted.`;
  return t`${formatCounted(independent, 'independent member')}${weighed}; ${needed} needed. ${outcomeOf(check, isHeld)}${left}`;
}

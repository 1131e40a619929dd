import { plural, t } from '@lingui/core/macro';
import { type HoldCheck, LIKES_PER_REPORT } from '@zapdeck/contract/reported-apps';
import { formatCount } from '../../../lib/numbers.ts';

function outcomeOf({ verdict }: HoldCheck, isHeld: boolean): string {
  if (isHeld) return verdict === 'enough' ? t`Reports hold it back.` : t`It is held back until you decide.`;
  switch (verdict) {
    case 'enough':
      return t`The next report holds it back.`;
    case 'too_few':
      return t`Too few to hold it back.`;
    case 'many_likes':
      return t`It stays: it has more than ${{ factor: LIKES_PER_REPORT }} times as many likes.`;
    case 'trusted_host':
      return t`It stays: its host is trusted.`;
    case 'limit_reached':
      return t`It stays: reports have reached the limit of holds per hour.`;
    case 'switched_off':
      return t`It stays: automatic holds are off.`;
  }
}

/** Says how the open reports of an app count, and why it is held back or not. */
export function holdInWords(check: HoldCheck, isHeld: boolean): string {
  const { weight, needed, independent, uncounted } = check;
  const total = formatCount(weight);
  const sentences = [
    weight === independent
      ? t`${plural(independent, { one: '# independent member', other: '# independent members' })}; ${needed} needed.`
      : t`${plural(independent, { one: '# independent member counts as', other: '# independent members count as' })} ${total}; ${needed} needed.`,
    outcomeOf(check, isHeld),
    uncounted > 0 && plural(uncounted, { one: '# member not counted.', other: '# members not counted.' }),
  ];
  return sentences.filter(Boolean).join(' ');
}

import { plural, t } from '@lingui/core/macro';
import { type HoldCheck, LIKES_PER_REPORT } from '@zapdeck/contract/reported-apps';
import { formatCount } from '../../../lib/numbers.ts';

function outcomeOf({ verdict }: HoldCheck, isHeld: boolean): string {
  if (isHeld) return verdict === 'enough' ? t`Reports have hidden it.` : t`It is hidden until you decide.`;
  switch (verdict) {
    case 'enough':
      return t`The next report hides it.`;
    case 'too_few':
      return t`Too few to hide it.`;
    case 'many_likes':
      return t`It stays: it has more than ${{ factor: LIKES_PER_REPORT }} times as many likes.`;
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
  const total = formatCount(weight);
  const sentences = [
    weight === independent
      ? t`${plural(independent, { one: '# independent member', other: '# independent members' })}; ${needed} needed.`
      : t`${plural(independent, { one: '# independent member, who weighs', other: '# independent members, who weigh' })} ${total}; ${needed} needed.`,
    outcomeOf(check, isHeld),
    uncounted > 0 && plural(uncounted, { one: '# member not counted.', other: '# members not counted.' }),
  ];
  return sentences.filter(Boolean).join(' ');
}

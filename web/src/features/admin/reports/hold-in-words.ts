import { plural, t } from '@lingui/core/macro';
import { type HoldCheck, LIKES_PER_REPORT } from '@zapdeck/contract/moderation/reported-apps';
import { listInWords } from '../../../lib/localized.ts';
import { formatCount } from '../../../lib/numbers.ts';

function outcomeOf({ verdict, needed }: HoldCheck, isHeld: boolean): string {
  if (isHeld) return verdict === 'enough' ? t`Reports hold it back.` : t`It is held back until you decide.`;
  switch (verdict) {
    case 'enough':
      return t`The next report holds it back.`;
    case 'too_few':
      return t`Too few to hold it back: ${needed} needed.`;
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

const ageInWords = (hours: number): string =>
  hours % 24 === 0
    ? plural(hours / 24, { 1: 'a day', one: '# day', other: '# days' })
    : plural(hours, { 1: 'an hour', one: '# hour', other: '# hours' });

function reasonInWords({ reason, count }: HoldCheck['uncounted'][number], ageHours: number): string {
  const age = ageInWords(ageHours);
  switch (reason) {
    case 'shared':
      return plural(count, {
        one: '# came from the same network or mailbox as another',
        other: '# came from the same network or mailbox as others',
      });
    case 'new':
      return plural(count, {
        one: `# came from an account younger than ${age}`,
        other: `# came from accounts younger than ${age}`,
      });
    case 'unconfirmed':
      return plural(count, {
        one: '# came from an account without a confirmed address',
        other: '# came from accounts without a confirmed address',
      });
    case 'suspended':
      return plural(count, {
        one: '# came from a suspended account',
        other: '# came from suspended accounts',
      });
    case 'dismissed_here':
      return plural(count, {
        one: '# came from a member whose report on this app was dismissed earlier',
        other: '# came from members whose reports on this app were dismissed earlier',
      });
    case 'holds_others':
      return plural(count, {
        one: '# came from a member whose reports already hold back several apps',
        other: '# came from members whose reports already hold back several apps',
      });
  }
}

/** Says how many reports count, one per member, and why the others do not. */
function countInWords({ independent, uncounted, reporterAgeHours }: HoldCheck): string {
  const total = uncounted.reduce((sum, { count }) => sum + count, independent);
  const counting = formatCount(independent);
  if (uncounted.length === 0)
    return plural(total, {
      one: `${counting} of # report counts.`,
      other: `${counting} of # reports count.`,
    });
  const reasons = listInWords(uncounted.map((part) => reasonInWords(part, reporterAgeHours)));
  return plural(total, {
    one: `${counting} of # report counts: ${reasons}.`,
    other: `${counting} of # reports count: ${reasons}.`,
  });
}

/** Says how the open reports of an app count, and why it is held or not. */
export function holdInWords(check: HoldCheck, isHeld: boolean): string {
  const { weight, independent } = check;
  const sentences = [
    countInWords(check),
    weight !== independent &&
      t`They count as ${{ weight: formatCount(weight) }}, because earlier reports by these members were dismissed.`,
    outcomeOf(check, isHeld),
  ];
  return sentences.filter(Boolean).join(' ');
}

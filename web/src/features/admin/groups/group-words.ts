import { plural, t } from '@lingui/core/macro';
import type { VoteGroup } from '@zapdeck/contract/moderation/vote-groups';
import { localized } from '../../../lib/localized.ts';
import { formatCount } from '../../../lib/numbers.ts';

const rough = localized((locales) => new Intl.NumberFormat(locales, { maximumSignificantDigits: 2 }));
const date = localized(
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** Returns a number with two digits: 0.31 or 18. */
export const roughly = (value: number): string => rough().format(value);

export const dayInWords = (day = ''): string => (day === '' ? '' : date().format(new Date(day)));

export function groupTitle({ members }: Pick<VoteGroup, 'members'>): string {
  return plural(members, {
    one: '# account that likes the same apps',
    other: '# accounts that like the same apps',
  });
}

/** Compares what was observed with what chance explains. */
export function evidenceInWords({ observed, expected, makers }: VoteGroup): string {
  const [seen, chance, all] = [roughly(observed), roughly(expected), formatCount(makers)];
  return t`On average, each account likes apps by ${seen} of these ${all} makers. Chance alone would give ${chance}.`;
}

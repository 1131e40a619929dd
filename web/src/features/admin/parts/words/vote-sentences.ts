import { plural, t } from '@lingui/core/macro';

interface Facts {
  after: Readonly<Record<string, unknown>>;
}

/** The screen replaces them by links. */
const actor = '{actor}';
const target = '{target}';
const told = ['accounts'];

const isOfGroup = ({ after }: Facts): boolean => 'accounts' in after;

const accountsOf = ({ after }: Facts): number =>
  typeof after['accounts'] === 'number' ? after['accounts'] : 0;

/** Sentences about votes that were taken back, and about vote groups. */
export const voteSentences = {
  'votes.taken_back': (facts: Facts) => ({
    text: isOfGroup(facts)
      ? t`${actor} took back the votes of ${plural({ count: accountsOf(facts) }, { one: '# account', other: '# accounts' })}.`
      : t`${actor} took back the votes of ${target}.`,
    told,
  }),
  'votes.put_back': (facts: Facts) => ({
    text: isOfGroup(facts)
      ? t`${actor} put back the votes of ${plural({ count: accountsOf(facts) }, { one: '# account', other: '# accounts' })}.`
      : t`${actor} put back the votes of ${target}.`,
    told,
  }),
  'vote_group.dismissed': (facts: Facts) => ({
    text: t`${actor} dismissed a vote group of ${plural({ count: accountsOf(facts) }, { one: '# account', other: '# accounts' })}.`,
    told,
  }),
  'vote_group.reopened': (facts: Facts) => ({
    text: t`${actor} reopened a vote group of ${plural({ count: accountsOf(facts) }, { one: '# account', other: '# accounts' })}.`,
    told,
  }),
};

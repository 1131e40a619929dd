import { plural, t } from '@lingui/core/macro';

interface Facts {
  after: Readonly<Record<string, unknown>>;
}

/** The screen replaces it by a link. */
const actor = '{actor}';
const told = ['accounts'];

const accountsOf = ({ after }: Facts): number =>
  typeof after['accounts'] === 'number' ? after['accounts'] : 0;

/** Sentences about votes that were taken back, and about vote groups. */
export const voteSentences = {
  'votes.taken_back': (facts: Facts) => ({
    text: t`${actor} took back the votes of ${plural({ count: accountsOf(facts) }, { one: '# account', other: '# accounts' })}.`,
    told,
  }),
  'votes.put_back': (facts: Facts) => ({
    text: t`${actor} put back the votes of ${plural({ count: accountsOf(facts) }, { one: '# account', other: '# accounts' })}.`,
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

import { t } from '@lingui/core/macro';
import type { AuditAction } from '@zapdeck/contract/audit-log';
import { formatCounted } from '../../../../lib/numbers.ts';
import { inWords } from './in-words.ts';

type Values = Readonly<Record<string, unknown>>;

/** An entry of the audit log or of an app's history, as far as its sentence needs it. */
export interface Entry {
  action: string;
  before: Values | null;
  after: Values | null;
}

export interface Sentence {
  /** With `{actor}`, `{target}` and `{name}` for parts that the screen shows in their own way. */
  text: string;
  /** What `{name}` stands for: text of a user. */
  name?: string;
  /** The fields that the sentence tells. The others are listed below it. */
  told?: readonly string[];
}

interface Facts {
  before: Values;
  after: Values;
}

type Rule = string | ((facts: Facts) => Sentence);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const counted = (value: unknown, one: string): string => formatCounted(countOf(value), one);

const reviews: Readonly<Record<string, string>> = {
  approved: '{actor} approved {target}.',
  rejected: '{actor} rejected {target}.',
  pending: '{actor} put {target} back into the queue.',
};

function heldSentence({ after }: Facts): Sentence {
  const told = ['status', 'heldAt', 'openReports', 'reporters', 'cause'];
  const reports = t`${counted(after['openReports'], 'report')} by ${counted(after['reporters'], 'member')}`;
  return { text: '{actor} held {target} back: {name}.', name: textOf(after['cause']) || reports, told };
}

function savedHost({ before, after }: Facts): Sentence {
  const [host, rule] = [textOf(after['host']), textOf(after['rule'])];
  const told = ['host', 'rule'];
  if (rule === '') return { text: '{actor} changed the rule for {name}.', name: host, told };
  const verb = rule === 'blocked' ? 'blocked' : 'trusted';
  const was = textOf(before['rule']);
  return { text: `{actor} ${verb} {name}${was ? t` (${was} before)` : ''}.`, name: host, told };
}

const rules: Readonly<Record<AuditAction, Rule>> = {
  'app.edited': '{actor} edited {target}.',
  'app.reviewed': ({ after }) => ({
    text: reviews[textOf(after['status'])] ?? '{actor} reviewed {target}.',
    told: ['status'],
  }),
  'app.review_undone': '{actor} undid a decision on {target}.',
  'app.held': heldSentence,
  'app.reports_closed': ({ before, after }) => ({
    text: `{actor} closed ${counted(before['openReports'], 'report')} of {target} as ${textOf(after['reports'])}.`,
    told: ['openReports', 'reports'],
  }),
  'app.picture': ({ after }) => ({
    text: after['isPictureAllowed']
      ? '{actor} allowed {target} a picture.'
      : '{actor} removed the picture of {target}.',
    told: ['isPictureAllowed'],
  }),
  'app.verified': () => ({ text: '{actor} verified the maker of {target}.', told: ['isVerified'] }),
  'app.verification_lost': ({ after }) => ({
    text: '{actor} removed the verification of {target}: {name}.',
    name: textOf(after['cause']) || 'no reason was given',
    told: ['isVerified', 'cause'],
  }),
  'app.changed': '{actor} changed {target}.',
  'app.page_changed': '{actor} found that the page of {target} has changed.',
  'app.changes_accepted': '{actor} accepted the changes of {target}.',
  'app.changes_refused': '{actor} refused the changes of {target}.',
  'app.resubmitted': '{actor} sent {target} in again.',
  'app.withdrawn': '{actor} withdrew {target}.',
  'app.deleted': ({ before }) => ({
    text: '{actor} deleted {name}.',
    name: textOf(before['title']),
    told: ['title'],
  }),
  'apps.uploaded': ({ after }) => ({
    text: `{actor} uploaded ${counted(after['count'], 'app')} with the file {name}.`,
    name: textOf(after['fileName']),
    told: ['count', 'fileName'],
  }),
  'apps.decided': ({ after }) => ({
    text: `{actor} ${textOf(after['decision'])} ${counted(after['decided'], 'app')} by a filter.`,
    told: ['decision', 'decided'],
  }),
  'user.edited': '{actor} edited {target}.',
  'user.promoted': '{actor} made {target} an admin.',
  'user.demoted': '{actor} removed the admin role of {target}.',
  'user.password_reset': '{actor} reset the password of {target}.',
  'user.suspended': ({ after }) => ({
    text: `{actor} suspended {target}.${after['appsTakenOut'] === undefined ? '' : t` ${counted(after['appsTakenOut'], 'app')} left the deck.`}`,
    told: ['appsTakenOut'],
  }),
  'user.lifted': '{actor} lifted the suspension of {target}.',
  'user.sessions_ended': ({ before }) => ({
    text: `{actor} ended ${counted(before['sessions'], 'session')} of {target}.`,
    told: ['sessions'],
  }),
  'user.deleted': '{actor} deleted {target}.',
  'host.saved': savedHost,
  'host.removed': ({ before }) => ({
    text: '{actor} removed the rule for {name}.',
    name: textOf(before['host']),
    told: ['host'],
  }),
  'report.reviewed': ({ after }) => ({
    text:
      after['status'] === 'pending'
        ? '{actor} reopened a report of {target}.'
        : `{actor} marked a report of {target} as ${textOf(after['status'])}.`,
    told: ['status'],
  }),
  'list.downloaded': ({ after }) => ({
    text: `{actor} downloaded ${counted(after['rows'], 'row')} of the list “${inWords(textOf(after['list']))}”${after['isWhole'] === false ? ' and stopped before its end' : ''}.`,
    told: ['list', 'rows', 'isWhole'],
  }),
  'weights.saved': '{actor} saved the ranking weights.',
  'algorithm.saved': '{actor} saved the parameters of the recommendation.',
  'advertisement.saved': '{actor} saved the advertisement settings.',
  'moderation.saved': '{actor} saved the moderation settings.',
  'today.set': ({ after }) => ({
    text:
      after['appId'] === null
        ? '{actor} left the app of {name} to Zapdeck.'
        : '{actor} made {target} the app of {name}.',
    name: textOf(after['date']),
    told: ['date', 'appId'],
  }),
  'canned_reason.added': ({ after }) => reasonSentence('added', after),
  'canned_reason.edited': ({ after, before }) => reasonSentence('edited', { ...before, ...after }),
  'canned_reason.deleted': ({ before }) => reasonSentence('deleted', before),
  'rankings.recalculated': '{actor} recalculated the rankings.',
  'time_stats.recalculated': ({ after }) => ({
    text: `{actor} recalculated the time statistics of ${counted(after['appsUpdated'], 'app')}.`,
    told: ['appsUpdated'],
  }),
  'interactions.cleaned_up': ({ after }) => ({
    text: `{actor} deleted ${counted(after['deletedCount'], 'interaction')} shorter than 100 ms.`,
    told: ['deletedCount'],
  }),
  'stats.reset': ({ before, after }) => ({
    text: `{actor} reset the statistics of ${counted(after['appsReset'], 'app')}. ${counted(before['votes'], 'vote')} and ${counted(before['interactions'], 'interaction')} were deleted.`,
    told: ['appsReset', 'votes', 'interactions'],
  }),
};

/** Events of an app's history that have tables of their own. */
const historyRules: Readonly<Record<string, Rule>> = {
  'app.submitted': '{actor} submitted {target}.',
  'app.checked': '{actor} checked the page of {target}.',
  'report.sent': '{actor} reported {target}.',
  'note.written': '{actor} wrote a note on {target}.',
};

function reasonSentence(verb: string, { label }: Values): Sentence {
  const name = textOf(label);
  return name === ''
    ? { text: `{actor} ${verb} a reason.` }
    : { text: `{actor} ${verb} the reason {name}.`, name, told: ['label'] };
}

/** Returns what happened as a sentence. */
export function sentenceOf({ action, before, after }: Entry): Sentence {
  const rule = rules[action as AuditAction] ?? historyRules[action];
  if (rule === undefined) return { text: `{actor}: ${inWords(action.replace(/^\w+\./, ''))}.` };
  return typeof rule === 'string' ? { text: rule } : rule({ before: before ?? {}, after: after ?? {} });
}

import { plural, t } from '@lingui/core/macro';
import type { AuditAction } from '@zapdeck/contract/instance/audit-log';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { inWords } from './in-words.ts';
import { voteSentences } from './vote-sentences.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Entry {
  action: string;
  before: Values | null;
  after: Values | null;
}

export interface Sentence {
  /** Contains `{actor}`, `{target}` and `{name}`, which the screen replaces. */
  text: string;
  /** Value of `{name}`, written by a user. */
  name?: string;
  /** Fields in the sentence. All others are listed below it. */
  told?: readonly string[];
}

interface Facts {
  before: Values;
  after: Values;
}

type Rule = (facts: Facts) => string | Sentence;

/** Placeholders in the sentences. The screen replaces them by links or styled names. */
const actor = '{actor}';
const target = '{target}';
const name = '{name}';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

function reviewSentence(status: unknown): string {
  switch (status) {
    case 'approved':
      return t`${actor} approved ${target}.`;
    case 'rejected':
      return t`${actor} rejected ${target}.`;
    case 'pending':
      return t`${actor} put ${target} back into the queue.`;
    default:
      return t`${actor} reviewed ${target}.`;
  }
}

/** Entries of version 0.2 do not name the new role and use `fallback`. */
const roleSentence =
  (fallback: Role) =>
  ({ before, after }: Facts): Sentence => {
    const sentences: Readonly<Record<string, () => string>> = {
      admin: () => t`${actor} made ${target} an admin.`,
      moderator: () => t`${actor} made ${target} a moderator.`,
      member: () =>
        before['role'] === 'moderator'
          ? t`${actor} removed the moderator role of ${target}.`
          : t`${actor} removed the admin role of ${target}.`,
    };
    const text = sentences[textOf(after['role']) || fallback]?.() ?? t`${actor} edited ${target}.`;
    return { text, told: ['role'] };
  };

function heldSentence({ after }: Facts): Sentence {
  const told = ['status', 'heldAt', 'openReports', 'reporters', 'cause'];
  const cause = textOf(after['cause']);
  if (cause !== '') return { text: t`${actor} held ${target} back: ${{ cause: name }}.`, name: cause, told };
  const [reports, members] = [countOf(after['openReports']), countOf(after['reporters'])];
  const text = t`${actor} held ${target} back: ${plural(reports, { one: '# report', other: '# reports' })} by ${plural(members, { one: '# member', other: '# members' })}.`;
  return { text, told };
}

function closedSentence({ before, after }: Facts): Sentence {
  const count = countOf(before['openReports']);
  const text =
    after['reports'] === 'dismissed'
      ? t`${actor} closed ${plural(count, { one: '# report', other: '# reports' })} of ${target} as dismissed.`
      : t`${actor} closed ${plural(count, { one: '# report', other: '# reports' })} of ${target} as reviewed.`;
  return { text, told: ['openReports', 'reports'] };
}

function reportSentence(status: unknown): string {
  switch (status) {
    case 'pending':
      return t`${actor} reopened a report of ${target}.`;
    case 'dismissed':
      return t`${actor} marked a report of ${target} as dismissed.`;
    default:
      return t`${actor} marked a report of ${target} as reviewed.`;
  }
}

function decidedSentence({ after }: Facts): Sentence {
  const count = countOf(after['decided']);
  const text =
    after['decision'] === 'rejected'
      ? t`${actor} rejected ${plural(count, { one: '# app', other: '# apps' })} that matched a filter.`
      : t`${actor} approved ${plural(count, { one: '# app', other: '# apps' })} that matched a filter.`;
  return { text, told: ['decision', 'decided'] };
}

function suspendedSentence({ after }: Facts): Sentence {
  const told = ['appsTakenOut'];
  if (after['appsTakenOut'] === undefined) return { text: t`${actor} suspended ${target}.`, told };
  const count = countOf(after['appsTakenOut']);
  const text = t`${actor} suspended ${target}. ${plural(count, { one: '# app left the deck.', other: '# apps left the deck.' })}`;
  return { text, told };
}

function hostSentence(rule: string, was: string): string {
  if (rule === 'blocked')
    return was === 'trusted' ? t`${actor} blocked ${name} (trusted before).` : t`${actor} blocked ${name}.`;
  return was === 'blocked' ? t`${actor} trusted ${name} (blocked before).` : t`${actor} trusted ${name}.`;
}

function savedHostSentence({ before, after }: Facts): Sentence {
  const rule = textOf(after['rule']);
  const text =
    rule === '' ? t`${actor} changed the rule for ${name}.` : hostSentence(rule, textOf(before['rule']));
  return { text, name: textOf(after['host']), told: ['host', 'rule'] };
}

function downloadSentence({ after }: Facts): Sentence {
  const list = inWords(textOf(after['list']));
  const count = countOf(after['rows']);
  const text =
    after['isWhole'] === false
      ? t`${actor} downloaded ${plural(count, { one: '# row', other: '# rows' })} of the list “${list}” and stopped before its end.`
      : t`${actor} downloaded ${plural(count, { one: '# row', other: '# rows' })} of the list “${list}”.`;
  return { text, told: ['list', 'rows', 'isWhole'] };
}

function resetSentence({ before, after }: Facts): Sentence {
  const apps = countOf(after['appsReset']);
  const votes = countOf(before['votes']);
  const interactions = countOf(before['interactions']);
  const text = t`${actor} reset the statistics of ${plural(apps, { one: '# app', other: '# apps' })}. ${plural(votes, { one: '# vote', other: '# votes' })} and ${plural(interactions, { one: '# interaction', other: '# interactions' })} were deleted.`;
  return { text, told: ['appsReset', 'votes', 'interactions'] };
}

function reasonSentence(label: unknown, withLabel: string, without: string): Sentence {
  const given = textOf(label);
  return given === '' ? { text: without } : { text: withLabel, name: given, told: ['label'] };
}

const rules: Readonly<Record<AuditAction, Rule>> = {
  'app.edited': () => t`${actor} edited ${target}.`,
  'app.reviewed': ({ after }) => ({ text: reviewSentence(after['status']), told: ['status'] }),
  'app.review_undone': () => t`${actor} undid a decision on ${target}.`,
  'app.held': heldSentence,
  'app.reports_closed': closedSentence,
  'app.picture': ({ after }) => ({
    text: after['isPictureAllowed']
      ? t`${actor} allowed ${target} a picture.`
      : t`${actor} removed the picture of ${target}.`,
    told: ['isPictureAllowed'],
  }),
  'app.verified': () => ({ text: t`${actor} verified the maker of ${target}.`, told: ['isVerified'] }),
  'app.verification_lost': ({ after }) => ({
    text: t`${actor} removed the verification of ${target}: ${{ cause: name }}.`,
    name: textOf(after['cause']) || t`no reason was given`,
    told: ['isVerified', 'cause'],
  }),
  'app.changed': () => t`${actor} changed ${target}.`,
  'app.page_changed': () => t`${actor} found that the page of ${target} has changed.`,
  'app.changes_accepted': () => t`${actor} accepted the changes to ${target}.`,
  'app.changes_refused': () => t`${actor} refused the changes to ${target}.`,
  'app.resubmitted': () => t`${actor} resubmitted ${target}.`,
  'app.withdrawn': () => t`${actor} withdrew ${target}.`,
  'app.version_sent': () => t`${actor} sent a new version of ${target}.`,
  'app.version_cancelled': () => t`${actor} cancelled the new version of ${target}.`,
  'app.deleted': ({ before }) => ({
    text: t`${actor} deleted ${name}.`,
    name: textOf(before['title']),
    told: ['title'],
  }),
  'apps.uploaded': ({ after }) => ({
    text: t`${actor} uploaded ${plural({ count: countOf(after['count']) }, { one: '# app', other: '# apps' })} with the file ${name}.`,
    name: textOf(after['fileName']),
    told: ['count', 'fileName'],
  }),
  'apps.decided': decidedSentence,
  'user.edited': (facts) =>
    facts.after['role'] === undefined ? t`${actor} edited ${target}.` : roleSentence('member')(facts),
  'user.promoted': roleSentence('admin'),
  'user.demoted': roleSentence('member'),
  'user.role_claimed': roleSentence('member'),
  'user.claim_lost': roleSentence('member'),
  'user.role_kept': () => ({
    text: t`${actor} removed ${target}’s role. As the last active admin, they stay an admin.`,
    told: ['role'],
  }),
  'user.password_reset': () => t`${actor} reset the password of ${target}.`,
  'user.factors_reset': () => t`${actor} removed the second factors of ${target}.`,
  'user.unlinked': () => t`${actor} unlinked the providers of ${target}.`,
  'user.suspended': suspendedSentence,
  'user.lifted': () => t`${actor} lifted the suspension of ${target}.`,
  'user.approved': () => t`${actor} approved ${target}.`,
  'user.refused': () => t`${actor} refused ${target}.`,
  'user.decision_undone': () => t`${actor} undid a decision on ${target}.`,
  'users.unapproved_deleted': ({ after }) => ({
    text: t`${actor} deleted ${plural({ count: countOf(after['accounts']) }, { one: '# account', other: '# accounts' })} that were not approved in time.`,
    told: ['accounts'],
  }),
  'user.sessions_ended': ({ before }) => ({
    text: t`${actor} ended ${plural({ count: countOf(before['sessions']) }, { one: '# session', other: '# sessions' })} of ${target}.`,
    told: ['sessions'],
  }),
  'user.deleted': () => t`${actor} deleted ${target}.`,
  ...voteSentences,
  'host.saved': savedHostSentence,
  'host.removed': ({ before }) => ({
    text: t`${actor} removed the rule for ${name}.`,
    name: textOf(before['host']),
    told: ['host'],
  }),
  'report.reviewed': ({ after }) => ({ text: reportSentence(after['status']), told: ['status'] }),
  'list.downloaded': downloadSentence,
  'weights.saved': () => t`${actor} saved the ranking weights.`,
  'algorithm.saved': () => t`${actor} saved the recommendation parameters.`,
  'advertisement.saved': () => t`${actor} saved the advertisement settings.`,
  'moderation.saved': () => t`${actor} saved the moderation settings.`,
  'instance.saved': () => t`${actor} saved the settings of this instance.`,
  'instance.legal': () => t`${actor} saved a legal page.`,
  'instance.logo': ({ after }) =>
    after['logo'] === null ? t`${actor} removed the logo.` : t`${actor} changed the logo.`,
  'instance.claim_roles': () => t`${actor} changed the roles from the provider.`,
  'instance.factor': ({ after }) => ({
    text:
      after['requireFactor'] === true
        ? t`${actor} now requires a second factor of admins and moderators.`
        : t`${actor} no longer requires a second factor.`,
    told: ['requireFactor'],
  }),
  'invitation.created': () => t`${actor} created an invitation.`,
  'invitation.revoked': () => t`${actor} revoked an invitation.`,
  'token.created': ({ after }) => ({
    text: t`${actor} created the API token “${name}”.`,
    name: textOf(after['name']),
    told: ['name'],
  }),
  'token.revoked': ({ before }) => ({
    text: t`${actor} revoked the API token “${name}”.`,
    name: textOf(before['name']),
    told: ['name'],
  }),
  'today.set': ({ after }) => ({
    text:
      after['appId'] === null
        ? t`${actor} cleared the pick for ${{ date: name }}.`
        : t`${actor} made ${target} the app of ${{ date: name }}.`,
    name: textOf(after['date']),
    told: ['date', 'appId'],
  }),
  'canned_reason.added': ({ after }) =>
    reasonSentence(after['label'], t`${actor} added the reason ${name}.`, t`${actor} added a reason.`),
  'canned_reason.edited': ({ after, before }) =>
    reasonSentence(
      after['label'] ?? before['label'],
      t`${actor} edited the reason ${name}.`,
      t`${actor} edited a reason.`,
    ),
  'canned_reason.deleted': ({ before }) =>
    reasonSentence(before['label'], t`${actor} deleted the reason ${name}.`, t`${actor} deleted a reason.`),
  'rankings.recalculated': () => t`${actor} recalculated the rankings.`,
  'time_stats.recalculated': ({ after }) => ({
    text: t`${actor} recalculated the time statistics of ${plural({ count: countOf(after['appsUpdated']) }, { one: '# app', other: '# apps' })}.`,
    told: ['appsUpdated'],
  }),
  'interactions.cleaned_up': ({ after }) => ({
    text: t`${actor} deleted ${plural({ count: countOf(after['deletedCount']) }, { one: '# interaction', other: '# interactions' })} shorter than 100 ms.`,
    told: ['deletedCount'],
  }),
  'stats.reset': resetSentence,
};

/** Events of an app's history that have tables of their own. */
const historyRules: Readonly<Record<string, Rule>> = {
  'app.submitted': () => t`${actor} submitted ${target}.`,
  'app.checked': () => t`${actor} checked the page of ${target}.`,
  'report.sent': () => t`${actor} reported ${target}.`,
  'note.written': () => t`${actor} wrote a note on ${target}.`,
};

/** Returns what happened as a sentence. */
export function sentenceOf({ action, before, after }: Entry): Sentence {
  const rule = rules[action as AuditAction] ?? historyRules[action];
  if (rule === undefined) return { text: `${actor}: ${inWords(action.replace(/^\w+\./, ''))}.` };
  const sentence = rule({ before: before ?? {}, after: after ?? {} });
  return typeof sentence === 'string' ? { text: sentence } : sentence;
}

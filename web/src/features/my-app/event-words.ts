import { t } from '@lingui/core/macro';
import type { AppStatus } from '@zapdeck/contract/apps';
import type { OwnAppEvent } from '@zapdeck/contract/own-app';

type EventTone = 'good' | 'bad' | 'plain';

/** An event of an app's history in words, with its reason if there is one. */
export interface EventWords {
  text: string;
  reason: string | null;
  tone: EventTone;
}

const actors: Record<OwnAppEvent['by'], string> = {
  maker: 'You',
  moderator: 'A moderator',
  zapdeck: 'Zapdeck',
};

const verdicts: Record<AppStatus, { text: string; tone: EventTone }> = {
  approved: { text: 'Approved', tone: 'good' },
  rejected: { text: 'Rejected', tone: 'bad' },
  pending: { text: 'Waiting for review again', tone: 'plain' },
};

const found: Record<string, { text: string; tone: EventTone }> = {
  ok: { text: 'The page can be shown in the deck', tone: 'good' },
  refused: { text: 'The page blocks embedding', tone: 'bad' },
  unreachable: { text: "The check couldn't reach the page", tone: 'bad' },
};

/** Actions whose text does not depend on the actor. */
const known: Record<string, { text: string; tone: EventTone }> = {
  'app.submitted': { text: 'Submitted', tone: 'plain' },
  'app.held': { text: 'Paused until a moderator reviews it', tone: 'bad' },
  'app.withdrawn': { text: 'Withdrawn from the deck', tone: 'plain' },
  'app.resubmitted': { text: 'Resubmitted', tone: 'plain' },
  'app.page_changed': { text: 'The page differs from the approved one', tone: 'bad' },
  'app.changes_accepted': { text: 'Your changes were accepted', tone: 'good' },
  'app.changes_refused': { text: 'Your changes were not accepted', tone: 'bad' },
  'app.verified': { text: 'Verified: the app is yours', tone: 'good' },
  'app.verification_lost': { text: 'No longer verified: the proof is gone', tone: 'bad' },
  'app.reports_closed': { text: 'A moderator reviewed the reports', tone: 'plain' },
};

const fields: Record<string, string> = {
  title: 'title',
  description: 'description',
  url: 'address',
  waitingUrl: 'address',
  waitingTitle: 'title',
  waitingDescription: 'description',
  category: 'category',
  tags: 'tags',
  picture: 'picture',
  thumbnailUrl: 'picture',
  timeSpent: 'time spent',
  reviewReason: 'reason',
};

function changedInWords(changed: readonly string[]): string | null {
  const names = [...new Set(changed.flatMap((field) => fields[field] ?? []))];
  if (names.length === 0) return null;
  const last = names.at(-1) ?? '';
  return names.length === 1 ? last : t`${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Returns the text of an unknown action: `app.looked_at` as "Looked at". */
function plainName(action: string): string {
  const words = action.replace(/^[a-z]+\./, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns an event in words. The text of an unknown action is derived from its name. */
export function eventWords(event: OwnAppEvent): EventWords {
  const { action, by, status, reason, frameStatus, changed } = event;
  const plain = (text: string): EventWords => ({ text, reason, tone: 'plain' });
  if (frameStatus !== null) return { ...(found[frameStatus] ?? { text: t`Checked`, tone: 'plain' }), reason };
  if (action === 'app.review_undone')
    return plain(t`The decision was taken back${status ? `: it is ${status} again` : ''}`);
  if (action === 'app.held' && changed.includes('reporters'))
    return { text: t`Paused: several people reported it`, reason, tone: 'bad' };
  const meaning = known[action];
  if (meaning) return { ...meaning, reason };
  if (status !== null) return { ...verdicts[status], reason };
  if (action === 'app.picture') return plain(t`${actors[by]} changed the picture`);
  const names = changedInWords(changed);
  return plain(names === null ? plainName(action) : t`${actors[by]} changed the ${names}`);
}

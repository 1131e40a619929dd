import type { AppChange, ListingField, PageField } from '@zapdeck/contract/apps/app-changes';
import { listingWords } from '@zapdeck/contract/apps/listing';
import { getDomain } from 'tldts';
import type { BaselineRow } from '../../../db/schema/app-baselines.table.ts';
import type { AppRow } from '../../../db/schema/apps.table.ts';
import type { WaitingChanges } from './waiting-changes.ts';

export interface WatchedApp {
  app: AppRow;
  baseline: BaselineRow | null;
  isPictureOwn: boolean;
  waiting: WaitingChanges;
}

type Field = ListingField | PageField;

/** Returns the status, or null if the page was unreachable, because that says nothing about the page. */
export const comparable = (status: AppRow['frameStatus'] | null) =>
  status === 'ok' || status === 'refused' ? status : null;

const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host;

const gistOf = (title: string | null) =>
  (title ?? '')
    .toLowerCase()
    .replaceAll(/[\d\W_]+/gu, ' ')
    .trim() || title;

function isOtherTitle(before: string | null, after: string | null): boolean {
  return before !== after && gistOf(before) !== gistOf(after);
}

const written = (words: string | readonly string[] | null) =>
  words === null || typeof words === 'string' ? words : words.join(', ');

/** Returns the differences between an app and its approved version. */
export function changesOf({ app, baseline, isPictureOwn, waiting }: WatchedApp): AppChange[] {
  const changes: AppChange[] = [];
  const note = (field: Field, before: string | null, after: string | null, isOther = before !== after) => {
    if (isOther) changes.push({ field, before, after, isWaiting: false });
  };
  const noteWaiting = (field: Field, before: string | null, after: string) =>
    changes.push({ field, before, after, isWaiting: true });
  if (waiting.waitingUrl !== null) noteWaiting('url', app.url, waiting.waitingUrl);
  if (waiting.waitingVersion !== null) noteWaiting('version', null, waiting.waitingVersion);
  if (!baseline?.approvedAt) return changes;
  const waitingWords = { title: waiting.waitingTitle, description: waiting.waitingDescription };
  for (const name of listingWords) {
    const wanted = name === 'title' || name === 'description' ? waitingWords[name] : null;
    const approved = written(baseline[name]);
    if (wanted === null) note(name, approved, written(app[name]));
    else noteWaiting(name, approved, wanted);
  }
  note(baseline.isPictureOwn || isPictureOwn ? 'picture' : 'pagePicture', baseline.picture, app.picture);
  if (baseline.host === null || baseline.seenHost === null) return changes;
  note('host', baseline.host, baseline.seenHost, siteOf(baseline.host) !== siteOf(baseline.seenHost));
  note(
    'pageTitle',
    baseline.pageTitle,
    baseline.seenPageTitle,
    isOtherTitle(baseline.pageTitle, baseline.seenPageTitle),
  );
  note(
    'parked',
    baseline.parkedSign,
    baseline.seenParkedSign,
    !baseline.parkedSign && !!baseline.seenParkedSign,
  );
  const frame = comparable(app.frameStatus);
  if (baseline.frameStatus && frame) note('frameStatus', baseline.frameStatus, frame);
  return changes;
}

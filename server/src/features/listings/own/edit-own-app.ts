import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { tagChoices } from '@zapdeck/contract/apps/listing';
import type { OwnAppEdit } from '@zapdeck/contract/apps/change-own-app';
import { areMostWordsNew } from '@zapdeck/contract/feed/new-words';
import { message } from '@zapdeck/contract/wire/message';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { differences, recordAction } from '../../audit-log/audit-log.ts';
import { requireHostAllowed } from '../address/blocked-hosts.ts';
import { normaliseAppUrl, type UrlRules } from '../address/url-rules.ts';
import type { WatchedApp } from '../changes/app-changes.ts';
import { beginBaseline, forgetPage, isPublished, readWatched, settleChanges } from '../changes/baseline.ts';
import { nothingWaits, replaceWaitingWords, type WaitingChanges } from '../changes/waiting-changes.ts';
import { isUrlTaken } from '../address/known-url.ts';
import { chosenLanguage, givenWords } from '../changes/listing-words.ts';
import type { Viewer } from '../present/present-app.ts';
import { tellIfUnverified, uncheckedAt } from '../address/new-address.ts';
import { replaceWaitingUrl, requireFreeUrl } from '../address/waiting-url.ts';
import { lockOwnApp } from './lock-own-app.ts';
import { readOwnApp } from './own-app.ts';

interface OwnAppChange {
  id: string;
  edit: OwnAppEdit;
  jobs: JobQueue;
  maker: Viewer;
  rules: UrlRules;
  now: Date;
}

const reviewedWords = [
  ['title', 'waitingTitle'],
  ['description', 'waitingDescription'],
] as const;

interface SplitEdit {
  shown: Partial<AppRow>;
  waiting: WaitingChanges;
}

/** Compares texts with the approved ones, so that small edits of a published app do not add up. */
function splitEdit({ app, baseline, ...before }: WatchedApp, edit: Partial<AppRow>): SplitEdit {
  if (!isPublished(app)) return { shown: edit, waiting: nothingWaits };
  const { url, ...shown } = edit;
  const waiting = { ...before.waiting };
  if (url !== undefined) waiting.waitingUrl = url === app.url ? null : url;
  for (const [field, waitingField] of reviewedWords) {
    const wanted = shown[field];
    if (wanted === undefined) continue;
    const mustWait =
      wanted !== app[field] &&
      app.verifiedAt === null &&
      areMostWordsNew(baseline?.[field] ?? app[field], wanted);
    waiting[waitingField] = mustWait ? wanted : null;
    if (mustWait) delete shown[field];
  }
  return { shown, waiting };
}

/** Rejects new free-text tags of a published app, because they would be public without a review. */
function requireKnownTags({ app, baseline }: WatchedApp, tags: readonly string[] = []): void {
  const known = new Set<string>([...tagChoices, ...app.tags, ...(baseline?.tags ?? [])]);
  if (isPublished(app) && !tags.every((tag) => known.has(tag)))
    throw new Refusal('invalid_input', { fields: { tags: message('Please choose from the offered tags') } });
}

/** Edits an app as its maker. If `isMoved`, the caller must check the page. Rejects for example with `already_decided`. */
export async function editOwnApp(
  db: Db,
  { jobs, id, edit, maker, rules, now }: OwnAppChange,
): Promise<{ app: OwnApp; isMoved: boolean }> {
  const url = edit.url === undefined ? undefined : normaliseAppUrl(edit.url, rules);
  try {
    return await inTransaction(db, async (tx) => {
      const before = await lockOwnApp(tx, id, maker);
      const isAsSeen =
        edit.updatedAt === undefined || Date.parse(edit.updatedAt) === before.updatedAt.getTime();
      if (!isAsSeen) throw new Refusal('already_decided');
      if (url !== undefined && url !== before.url) await requireHostAllowed(tx, url);
      const watched = one(await readWatched(tx, [id]));
      const given = { ...givenWords(edit), ...(url === undefined ? {} : { url }) };
      requireKnownTags(watched, given.tags);
      const { shown, waiting } = splitEdit(watched, given);
      const movedTo = shown.url === before.url ? undefined : shown.url;
      const changed = differences({ ...before, ...watched.waiting }, { ...shown, ...waiting });
      if (changed) {
        if (movedTo !== undefined) await requireFreeUrl(tx, movedTo, id);
        await beginBaseline(tx, id);
        await tx
          .update(apps)
          .set({
            ...shown,
            ...chosenLanguage(changed.after),
            ...(movedTo === undefined ? {} : uncheckedAt(movedTo, now)),
            updatedAt: now,
          })
          .where(eq(apps.id, id));
        const asked = { appId: id, askedBy: maker.id, now };
        if ('waitingUrl' in changed.after) await replaceWaitingUrl(tx, { ...asked, url: waiting.waitingUrl });
        if ('waitingTitle' in changed.after || 'waitingDescription' in changed.after)
          await replaceWaitingWords(tx, { ...asked, ...waiting });
        if (movedTo !== undefined) {
          await forgetPage(tx, id);
          await tellIfUnverified(tx, jobs, before);
        }
        await settleChanges(tx, id, now);
        await recordAction(tx, { actorId: maker.id, now }, { action: 'app.changed', appId: id, ...changed });
      }
      return { app: await readOwnApp(tx, id, maker), isMoved: movedTo !== undefined };
    });
  } catch (error) {
    if (isUrlTaken(error)) throw new Refusal('url_taken');
    throw error;
  }
}

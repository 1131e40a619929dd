import {
  type AppChange,
  type decideChanges as decideRoute,
  ListingField,
} from '@zapdeck/contract/apps/app-changes';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { listingWords, type ListingWord } from '@zapdeck/contract/apps/listing';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { message } from '@zapdeck/contract/wire/message';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { pictureLooks } from '../../../db/schema/picture-looks.table.ts';
import { lockModerator } from '../../../accounts/locks.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { requireHostAllowed } from '../../listings/address/blocked-hosts.ts';
import { readAdminApp } from '../../listings/present/read-admin-app.ts';
import { requireAsSeen } from '../decisions/already-decided.ts';
import { isUrlTaken } from '../../listings/address/known-url.ts';
import { startVersion } from '../../listings/budgets/view-budgets.ts';
import { tellIfUnverified, uncheckedAt } from '../../listings/address/new-address.ts';
import { requireStillFree } from '../../listings/address/waiting-url.ts';
import type { Viewer } from '../../listings/present/present-app.ts';
import { changesOf, type WatchedApp } from '../../listings/changes/app-changes.ts';
import {
  approveAsTheyAre,
  forgetPage,
  isPublished,
  readWatched,
  settleChanges,
} from '../../listings/changes/baseline.ts';
import { changeMails } from './change-mails.ts';
import { seenAtOf } from './changed-apps.ts';
import { dropWaiting, hasWaiting } from '../../listings/changes/waiting-changes.ts';

interface ChangesDecision extends BodyOf<typeof decideRoute> {
  id: string;
  jobs: JobQueue;
  viewer: Viewer;
  now: Date;
}

const isOfListing = ({ field }: AppChange): boolean => ListingField.safeParse(field).success;

async function accept(tx: Db, { app, waiting }: WatchedApp, now: Date): Promise<void> {
  const { waitingUrl, waitingTitle, waitingDescription, waitingVersion } = waiting;
  if (waitingUrl !== null) {
    await requireHostAllowed(tx, waitingUrl);
    await requireStillFree(tx, waitingUrl, app.id);
  }
  if (hasWaiting(waiting)) {
    await dropWaiting(tx, [app.id]);
    await tx
      .update(apps)
      .set({
        ...(waitingUrl === null ? {} : uncheckedAt(waitingUrl, now)),
        title: waitingTitle ?? app.title,
        description: waitingDescription ?? app.description,
        updatedAt: now,
      })
      .where(eq(apps.id, app.id));
  }
  await approveAsTheyAre(tx, [app.id], now);
  // The check of the new address completes the approved version.
  if (waitingUrl !== null) await forgetPage(tx, app.id);
  if (waitingUrl !== null || waitingVersion !== null)
    await startVersion(tx, { appId: app.id, note: waitingVersion, now });
}

async function refuseChanges(
  tx: Db,
  { app, baseline }: WatchedApp,
  changes: AppChange[],
  now: Date,
): Promise<void> {
  const fields = new Set(changes.map(({ field }) => field));
  // A required value is null if it was deleted together with its author.
  const isKnown = (name: ListingWord) => baseline && (baseline[name] !== null || !apps[name].notNull);
  const values: Partial<AppRow> = Object.fromEntries(
    listingWords.flatMap((name) => (fields.has(name) && isKnown(name) ? [[name, baseline?.[name]]] : [])),
  );
  if (fields.has('picture')) {
    values.picture = baseline?.picture ?? null;
    const looks = {
      isOwn: baseline?.isPictureOwn ?? false,
      lookedFor: null,
      lookedAt: null,
      host: null,
      madeFrom: null,
    };
    await tx.update(pictureLooks).set(looks).where(eq(pictureLooks.appId, app.id));
  }
  await dropWaiting(tx, [app.id]);
  await tx
    .update(apps)
    .set({ ...values, updatedAt: now })
    .where(eq(apps.id, app.id));
  await settleChanges(tx, app.id, now);
}

const URL_TAKEN = message(
  'Another app has this address now, so the change cannot be accepted. Nothing was changed.',
);
const NOT_TO_BE_PUT_BACK = message(
  'The only change is on the app’s own page, which cannot be restored from here. Accept the change, or reject the app.',
);

/** Accepts or refuses changes. If `isMoved`, the caller must check the page. Rejects with `already_decided` and others. */
export async function decideChanges(
  db: Db,
  { id, decision, reason, updatedAt, jobs, viewer, now }: ChangesDecision,
): Promise<{ app: AdminApp; isMoved: boolean }> {
  try {
    return await inTransaction(db, async (tx) => {
      await lockModerator(tx, viewer);
      const [locked] = await tx.select().from(apps).where(eq(apps.id, id)).for('no key update');
      if (!locked) throw new Refusal('app_not_found');
      const [watched] = await readWatched(tx, [id]);
      const changes = watched ? changesOf(watched) : [];
      const isAsSeen = watched && Date.parse(updatedAt) === seenAtOf(watched).getTime();
      if (!isAsSeen) await requireAsSeen(tx, locked, updatedAt);
      // The approved version is deleted with the account of its author.
      if (!isAsSeen || !isPublished(locked) || !watched.baseline?.changedAt)
        throw new Refusal('already_decided');
      const ofListing = changes.filter(isOfListing);
      const isAccepted = decision === 'accept';
      if (!isAccepted && ofListing.length === 0)
        throw new Refusal('invalid_input', {
          message: NOT_TO_BE_PUT_BACK,
          fields: { decision: NOT_TO_BE_PUT_BACK },
        });
      if (isAccepted) await accept(tx, watched, now);
      else await refuseChanges(tx, watched, ofListing, now);
      if (isAccepted) await tellIfUnverified(tx, jobs, locked);
      const given = reason?.trim() || null;
      const decided = isAccepted ? changes : ofListing;
      const [from, to] = isAccepted ? (['before', 'after'] as const) : (['after', 'before'] as const);
      const side = (name: 'before' | 'after') =>
        Object.fromEntries(decided.map((change) => [change.field, change[name]]));
      await recordAction(
        tx,
        { actorId: viewer.id, now },
        {
          action: isAccepted ? 'app.changes_accepted' : 'app.changes_refused',
          appId: id,
          before: side(from),
          after: { ...side(to), ...(given !== null && { reviewReason: given }) },
        },
      );
      if (ofListing.length > 0)
        await jobs.enqueue(tx, changeMails, {
          kind: isAccepted ? 'accepted' : 'refused',
          appId: id,
          fields: ofListing.map(({ field }) => field),
          reason: given,
        });
      return {
        app: await readAdminApp(tx, id, viewer),
        isMoved: isAccepted && watched.waiting.waitingUrl !== null,
      };
    });
  } catch (error) {
    if (isUrlTaken(error)) throw new Refusal('url_taken', { message: URL_TAKEN });
    throw error;
  }
}

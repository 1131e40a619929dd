import type { AppStatus } from '@zapdeck/contract/apps/apps';
import type { Decision } from '@zapdeck/contract/moderation/decisions';
import { picturePath } from '@zapdeck/contract/pictures/picture-paths';
import { VerificationLoss, verificationLossText } from '@zapdeck/contract/frames/verification-losses';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { type AppRow, apps } from '../../db/schema/apps.table.ts';
import { decisions } from '../../db/schema/decisions.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { PutOff } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { Letter } from '../../mail/letter.ts';
import { type Addressed, appName, defineMails, speechTo } from '../../mail/send-mail.ts';
import {
  approvedMail,
  decidedMail,
  heldMail,
  type LetterReader,
  receivedMail,
  rejectedMail,
  type Subject,
  unverifiedMail,
} from './app-letters.ts';
import { reasonsIn } from '../../mail/reasons-in.ts';
import { batchOfMail, MAIL_DELAY_MS, waitForUndo } from './undo-period.ts';

const about = { appId: z.uuid() };
/** `reviewedAt` identifies the decision. No mail is sent if it was undone or replaced. */
const decision = { ...about, ...batchOfMail, reviewedAt: z.optional(z.iso.datetime()) };
const AppMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('received'), ...about }),
  z.object({ kind: z.literal('approved'), ...decision, wasHeld: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('rejected'), ...decision, reason: z.nullable(z.string()) }),
  z.object({
    kind: z.literal('decided'),
    userId: z.uuid(),
    appIds: z.array(z.uuid()),
    status: z.enum(['approved', 'rejected']),
    ...batchOfMail,
    reviewedAt: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('unverified'), ...about, cause: VerificationLoss }),
  z.object({ kind: z.literal('held'), ...about, heldAt: z.iso.datetime(), reporters: z.int() }),
]);
type AppMail = z.infer<typeof AppMail>;
type DecidedMail = Extract<AppMail, { kind: 'decided' }>;
type MailAboutOne = Exclude<AppMail, DecidedMail>;

function writeLetter(subject: Subject, mail: Exclude<MailAboutOne, { kind: 'rejected' }>): Letter {
  switch (mail.kind) {
    case 'received':
      return receivedMail(subject);
    case 'approved':
      return approvedMail(subject, mail.wasHeld ?? false);
    case 'unverified':
      return unverifiedMail(subject, subject.speech.sayMarked(verificationLossText(mail.cause)));
    case 'held':
      return heldMail(subject, mail.reporters);
  }
}

interface Told {
  id: string;
  title: string;
  status: AppStatus;
  picture: string | null;
  reviewedAt: Date | null;
  heldAt: Date | null;
  reason: string | null;
  updatedAt: Date;
  person: UserRow;
}

function readToldApps(db: Db, appIds: readonly string[]): Promise<Told[]> {
  return db
    .select({
      id: apps.id,
      title: apps.title,
      status: apps.status,
      picture: apps.picture,
      reviewedAt: apps.reviewedAt,
      heldAt: apps.heldAt,
      reason: apps.reviewReason,
      updatedAt: apps.updatedAt,
      person: users,
    })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(isOneOf(apps.id, appIds))
    .orderBy(apps.title, apps.id);
}

async function readBatch(
  db: Db,
  batchId: string | null | undefined,
  userId: string,
): Promise<[string, string][]> {
  if (batchId == null) return [];
  const rows = await db
    .select({ appId: decisions.appId, at: decisions.createdAt })
    .from(decisions)
    .innerJoin(apps, eq(apps.id, decisions.appId))
    .where(
      and(
        eq(decisions.batchId, batchId),
        eq(apps.submittedBy, userId),
        isNotNull(decisions.decision),
        isNull(decisions.undoneAt),
      ),
    );
  return rows.map(({ appId, at }) => [appId, at.toISOString()]);
}

function isCurrentDecision(app: Told, reviewedAt: string, now: Date): boolean {
  if (reviewedAt === app.reviewedAt?.toISOString()) return true;
  const mayStandAgain = now.getTime() - app.updatedAt.getTime() < MAIL_DELAY_MS;
  if (mayStandAgain) throw new PutOff(MAIL_DELAY_MS / 1_000);
  return false;
}

const readerOf = (person: UserRow, deps: Deps): LetterReader => ({
  isConfirmed: person.emailVerifiedAt !== null,
  publicUrl: deps.config.publicUrl,
  speech: speechTo(person, deps),
});

function subjectOf({ id, title, status, picture, person }: Told, deps: Deps): Subject {
  // Mail programs have no session, which pictures of other apps need.
  const isShown = status === 'approved' && picture !== null && person.emailVerifiedAt !== null;
  const reader = readerOf(person, deps);
  return {
    ...reader,
    name: appName(title, person, reader.speech),
    picture: isShown ? reader.publicUrl + picturePath(picture, 480) : undefined,
    appId: id,
  };
}

async function writeAboutOne(deps: Deps, mail: MailAboutOne): Promise<Addressed | null> {
  const { db, clock } = deps;
  const [app] = await readToldApps(db, [mail.appId]);
  if (!app) return null;
  if (mail.kind === 'held' && mail.heldAt !== app.heldAt?.toISOString()) return null;
  const isDecision = mail.kind === 'approved' || mail.kind === 'rejected';
  if (isDecision) await waitForUndo(db, mail.batchId, clock());
  if (isDecision && mail.reviewedAt !== undefined) {
    const { batchId, reviewedAt, kind: status } = mail;
    const { id: userId } = app.person;
    // A batch with several apps of the maker has one mail for all of them.
    if ((await readBatch(db, batchId, userId)).length > 1)
      return writeDecided(deps, { kind: 'decided', userId, appIds: [app.id], status, batchId, reviewedAt });
    if (!isCurrentDecision(app, reviewedAt, clock())) return null;
  }
  const subject = subjectOf(app, deps);
  if (mail.kind !== 'rejected') return { to: app.person, ...writeLetter(subject, mail) };
  // The reason may have been edited since.
  const reason = mail.reviewedAt === undefined ? mail.reason : app.reason;
  const inTheirs = await reasonsIn(db, subject.speech.language, [reason]);
  return { to: app.person, ...rejectedMail(subject, inTheirs(reason)) };
}

async function writeDecided(
  deps: Deps,
  { userId, appIds, status, batchId, reviewedAt }: DecidedMail,
): Promise<Addressed | null> {
  const { db, clock } = deps;
  const now = clock();
  await waitForUndo(db, batchId, now);
  const ofPart = appIds.map((id): [string, string] => [id, reviewedAt]);
  const decidedAt = new Map([...ofPart, ...(await readBatch(db, batchId, userId))]);
  const found = (await readToldApps(db, [...decidedAt.keys()])).filter(({ person }) => person.id === userId);
  const decided = found.filter((app) => isCurrentDecision(app, decidedAt.get(app.id) ?? reviewedAt, now));
  const [first, ...others] = decided;
  if (!first) return null;
  const { person } = first;
  const reader = readerOf(person, deps);
  const reasons = decided.map(({ reason }) => reason);
  const inTheirs = await reasonsIn(db, reader.speech.language, reasons);
  if (others.length === 0) {
    const subject = subjectOf(first, deps);
    const mail =
      status === 'approved' ? approvedMail(subject, false) : rejectedMail(subject, inTheirs(first.reason));
    return { to: person, ...mail };
  }
  const named = decided.map(({ title, reason }) => ({
    name: appName(title, person, reader.speech),
    reason: inTheirs(reason),
  }));
  return { to: person, ...decidedMail(reader, status, named) };
}

export const appMails = defineMails({
  name: 'app-mails',
  data: AppMail,
  write: (deps: Deps, mail) =>
    mail.kind === 'decided' ? writeDecided(deps, mail) : writeAboutOne(deps, mail),
});

interface DecisionToTell {
  apps: readonly Pick<AppRow, 'id' | 'submittedBy' | 'status' | 'heldAt'>[];
  decision: Decision;
  reason: string | null;
  batchId: string | null;
  now: Date;
}

async function readTold(db: Db, batchId: string | null, userIds: readonly string[]): Promise<Set<string>> {
  if (batchId === null) return new Set();
  const rows = await db
    .selectDistinct({ userId: apps.submittedBy })
    .from(decisions)
    .innerJoin(apps, eq(apps.id, decisions.appId))
    .where(and(eq(decisions.batchId, batchId), isOneOf(apps.submittedBy, userIds)));
  return new Set(rows.flatMap(({ userId }) => userId ?? []));
}

/** Queues one mail per submitter of a batch, for after the undo period. Call it before storing the decisions. */
export async function tellSubmitters(
  db: Db,
  jobs: JobQueue,
  { apps: decided, decision: status, reason, batchId, now }: DecisionToTell,
): Promise<void> {
  const reviewedAt = now.toISOString();
  const changed = decided.filter((app) => app.status !== status && app.submittedBy !== null);
  const bySubmitter = Map.groupBy(changed, ({ submittedBy }) => submittedBy ?? '');
  const told = await readTold(db, batchId, [...bySubmitter.keys()]);
  const untold = [...bySubmitter].filter(([userId]) => !told.has(userId));
  const mails = untold.map(([userId, [first, ...others]]): AppMail => {
    const appIds = [first, ...others].flatMap((app) => app?.id ?? []);
    const [appId = ''] = appIds;
    if (others.length > 0) return { kind: 'decided', userId, appIds, status, batchId, reviewedAt };
    return status === 'approved'
      ? { kind: status, appId, batchId, reviewedAt, ...(first?.heldAt && { wasHeld: true }) }
      : { kind: status, appId, batchId, reviewedAt, reason };
  });
  await jobs.enqueueAll(db, appMails, mails, { afterS: MAIL_DELAY_MS / 1_000 });
}

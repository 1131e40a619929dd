import type { AppStatus } from '@zapdeck/contract/apps';
import { UNDO_MS } from '@zapdeck/contract/decisions';
import { picturePath } from '@zapdeck/contract/picture-paths';
import { VerificationLoss, verificationLossInWords } from '@zapdeck/contract/verification-losses';
import { eq, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { PutOff } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { MailText } from '../../mail/mailer.ts';
import { type Addressed, appName, defineMails, ownWords } from '../../mail/send-mail.ts';
import {
  approvedMail,
  decidedMail,
  heldMail,
  type Reader,
  receivedMail,
  rejectedMail,
  type Subject,
  unverifiedMail,
} from './app-letters.ts';

const about = { appId: z.uuid() };
/** The decision is identified by its time. No mail is sent if it was undone or replaced. */
const decision = { ...about, reviewedAt: z.optional(z.iso.datetime()) };
/** Version 0.1.0 queued a sentence in place of a code. */
const Cause = z.union([
  VerificationLoss,
  z.pipe(
    z.string(),
    z.transform((text) => ({ code: 'other' as const, text })),
  ),
]);
const AppMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('received'), ...about }),
  z.object({ kind: z.literal('approved'), ...decision, wasHeld: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('rejected'), ...decision, reason: z.nullable(z.string()) }),
  z.object({
    kind: z.literal('decided'),
    userId: z.uuid(),
    appIds: z.array(z.uuid()),
    status: z.enum(['approved', 'rejected']),
    reviewedAt: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('unverified'), ...about, cause: Cause }),
  z.object({ kind: z.literal('held'), ...about, heldAt: z.iso.datetime(), reporters: z.int() }),
]);
type AppMail = z.infer<typeof AppMail>;
type DecidedMail = Extract<AppMail, { kind: 'decided' }>;
type MailAboutOne = Exclude<AppMail, DecidedMail>;

function write(subject: Subject, mail: MailAboutOne): MailText {
  switch (mail.kind) {
    case 'received':
      return receivedMail(subject);
    case 'approved':
      return approvedMail(subject, mail.wasHeld ?? false);
    case 'rejected':
      return rejectedMail(subject, mail.reason);
    case 'unverified':
      return unverifiedMail(subject, verificationLossInWords(mail.cause));
    case 'held':
      return heldMail(subject, mail.reporters);
  }
}

/** Longer than the undo period. */
export const MAIL_DELAY_MS = UNDO_MS + 2_000;
/** Minimum. The undo period starts with the last decision. */
const DECISIONS_PER_S = 500;

/** Returns the delay of mails about this number of decisions, in seconds from the start of their transaction. */
export function mailDelayS(decisions: number): number {
  return MAIL_DELAY_MS / 1_000 + Math.floor(decisions / DECISIONS_PER_S);
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

function readApps(db: Db, appIds: readonly string[]): Promise<Told[]> {
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
    .where(inArray(apps.id, [...appIds]))
    .orderBy(apps.title, apps.id);
}

/** Returns true if the decision is current. Postpones the mail if an undo may still restore the decision. */
function isCurrentDecision(app: Told, reviewedAt: string, now: Date): boolean {
  if (reviewedAt === app.reviewedAt?.toISOString()) return true;
  const mayStandAgain = now.getTime() - app.updatedAt.getTime() < MAIL_DELAY_MS;
  if (mayStandAgain) throw new PutOff(MAIL_DELAY_MS / 1_000);
  return false;
}

const readerOf = (person: UserRow, publicUrl: string): Reader => ({
  to: ownWords(person.firstName, person),
  isConfirmed: person.emailVerifiedAt !== null,
  publicUrl,
});

function subjectOf({ id, title, status, picture, person }: Told, publicUrl: string): Subject {
  // Mail programs have no session, and pictures of other apps need one.
  const isShown = status === 'approved' && picture !== null && person.emailVerifiedAt !== null;
  return {
    ...readerOf(person, publicUrl),
    name: appName(title, person),
    picture: isShown ? publicUrl + picturePath(picture, 480) : undefined,
    appId: id,
  };
}

async function writeAboutOne(
  { db, clock, config: { publicUrl } }: Deps,
  mail: MailAboutOne,
): Promise<Addressed | null> {
  const [app] = await readApps(db, [mail.appId]);
  if (!app || app.person.email === null) return null;
  if (mail.kind === 'held' && mail.heldAt !== app.heldAt?.toISOString()) return null;
  const isDecision = mail.kind === 'approved' || mail.kind === 'rejected';
  if (isDecision && mail.reviewedAt !== undefined && !isCurrentDecision(app, mail.reviewedAt, clock()))
    return null;
  // The reason may have been edited since.
  const told =
    mail.kind === 'rejected' && mail.reviewedAt !== undefined ? { ...mail, reason: app.reason } : mail;
  return { to: app.person.email, ...write(subjectOf(app, publicUrl), told) };
}

async function writeDecided(
  { db, clock, config: { publicUrl } }: Deps,
  { userId, appIds, status, reviewedAt }: DecidedMail,
): Promise<Addressed | null> {
  const now = clock();
  const found = (await readApps(db, appIds)).filter(({ person }) => person.id === userId);
  const decided = found.filter((app) => isCurrentDecision(app, reviewedAt, now));
  const [first, ...others] = decided;
  if (!first || first.person.email === null) return null;
  const { email, ...person } = first.person;
  if (others.length === 0) {
    const subject = subjectOf(first, publicUrl);
    const mail = status === 'approved' ? approvedMail(subject, false) : rejectedMail(subject, first.reason);
    return { to: email, ...mail };
  }
  const named = decided.map(({ title, reason }) => ({ name: appName(title, person), reason }));
  return { to: email, ...decidedMail(readerOf(first.person, publicUrl), status, named) };
}

/** If a decision is not current, its mail waits until an undo can no longer restore it. */
export const appMails = defineMails({
  name: 'app-mails',
  data: AppMail,
  write: (deps, mail) => (mail.kind === 'decided' ? writeDecided(deps, mail) : writeAboutOne(deps, mail)),
});

interface Decided {
  appId: string;
  submittedBy: string | null;
  before: AppStatus;
  after: AppStatus;
  reason: string | null;
  /** True if reports hid the app. */
  wasHeld: boolean;
}

function mailAbout(told: readonly Decided[], now: Date): AppMail[] {
  const [first] = told;
  if (!first || first.after === 'pending') return [];
  const { appId, submittedBy, after, reason, wasHeld } = first;
  const reviewedAt = now.toISOString();
  if (told.length > 1 && submittedBy !== null) {
    const appIds = told.map((one) => one.appId);
    return [{ kind: 'decided', userId: submittedBy, appIds, status: after, reviewedAt }];
  }
  return after === 'approved'
    ? [{ kind: after, appId, reviewedAt, ...(wasHeld ? { wasHeld } : {}) }]
    : [{ kind: after, appId, reviewedAt, reason }];
}

/** Queues one mail per submitter, after the undo period. All apps must have the same status. */
export async function tellSubmitters(
  db: Db,
  jobs: JobQueue,
  { decided, now }: { decided: readonly Decided[]; now: Date },
): Promise<void> {
  const changed = decided.filter(
    ({ before, after, submittedBy }) => before !== after && submittedBy !== null,
  );
  const bySubmitter = Map.groupBy(changed, ({ submittedBy }) => submittedBy);
  const mails = [...bySubmitter.values()].flatMap((told) => mailAbout(told, now));
  await jobs.enqueueAll(db, appMails, mails, { afterS: mailDelayS(decided.length) });
}

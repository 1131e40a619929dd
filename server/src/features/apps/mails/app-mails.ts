import type { AppStatus } from '@zapdeck/contract/apps';
import { UNDO_MS } from '@zapdeck/contract/decisions';
import { picturePath } from '@zapdeck/contract/picture-paths';
import { cardHref } from '@zapdeck/contract/screens';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../../db/client.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { PutOff } from '../../../jobs/job.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { atStart, compose, named } from '../../../mail/letter.ts';
import type { MailText } from '../../../mail/mailer.ts';
import { defineMails, ownWords } from '../../../mail/send-mail.ts';

interface Subject {
  /** First name, where the reader has typed it. */
  to: string | null;
  /** “Title”, or words that stand for it where the reader may not be who wrote it. */
  name: string;
  /** Address of the app's picture, likewise. */
  picture: string | null;
  appId: string;
  publicUrl: string;
}

function receivedMail({ to, name, picture, publicUrl }: Subject): MailText {
  return compose({
    subject: `We have received ${name}`,
    to,
    picture,
    paragraphs: [
      `Thank you for submitting ${name}. Somebody will look at it within 24 to 48 hours, and you will hear from us.`,
    ],
    action: { label: 'Your submissions', url: `${publicUrl}/profile` },
  });
}

function approvedMail({ to, name, picture, appId, publicUrl }: Subject, wasHeld: boolean): MailText {
  return compose({
    subject: `${atStart(name)} is ${wasHeld ? 'back ' : ''}in the deck`,
    to,
    picture,
    paragraphs: [
      wasHeld
        ? `Good news: a moderator has looked at ${name} and brought it back, with its votes and its score.`
        : `Good news: ${name} was approved, and people are swiping to it now.`,
    ],
    action: { label: 'See it', url: publicUrl + cardHref(appId) },
  });
}

function rejectedMail({ to, name, picture, publicUrl }: Subject, reason: string | null): MailText {
  return compose({
    subject: `${atStart(name)} was not accepted`,
    to,
    picture,
    paragraphs: [
      `${atStart(name)} was reviewed and will not be shown in the deck.`,
      ...(reason === null ? [] : [`The reason that was given:\n${reason}`]),
    ],
    action: { label: 'Your submissions', url: `${publicUrl}/profile` },
  });
}

function unverifiedMail({ to, name, picture, appId, publicUrl }: Subject, cause: string): MailText {
  return compose({
    subject: `${atStart(name)} has lost its check mark`,
    to,
    picture,
    paragraphs: [
      `${atStart(name)} was marked as that of a verified maker, and is not any more. ${cause}.`,
      'Everything else stays as it is. Show the token on your host again, as tag or as file, have it checked, and the mark is back.',
    ],
    action: { label: 'Get it back', url: `${publicUrl}/my-app?app=${appId}` },
  });
}

function heldMail({ to, name, picture, appId, publicUrl }: Subject, reporters: number): MailText {
  return compose({
    subject: `${atStart(name)} is out of the deck until somebody has looked at it`,
    to,
    picture,
    paragraphs: [
      `${reporters} members have reported ${name}. That takes an app out of the deck by itself, until a moderator has looked at it; it says nothing of whether they are right.`,
      'You need not do anything: somebody looks at it within 24 to 48 hours, and you will hear from us. If nothing is wrong, it comes back with its votes and its score.',
      'If you know what may have bothered people, put it right meanwhile.',
    ],
    action: { label: 'Your app', url: `${publicUrl}/my-app?app=${appId}` },
  });
}

const about = { appId: z.uuid() };
/** The decision that is told, by its time: one that was undone or followed by another is told to nobody. */
const decision = { ...about, reviewedAt: z.optional(z.iso.datetime()) };
const AppMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('received'), ...about }),
  z.object({ kind: z.literal('approved'), ...decision, wasHeld: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('rejected'), ...decision, reason: z.nullable(z.string()) }),
  z.object({ kind: z.literal('unverified'), ...about, cause: z.string() }),
  /** Told while it is held since then. */
  z.object({ kind: z.literal('held'), ...about, heldAt: z.iso.datetime(), reporters: z.int() }),
]);

function write(subject: Subject, mail: z.infer<typeof AppMail>): MailText {
  switch (mail.kind) {
    case 'received':
      return receivedMail(subject);
    case 'approved':
      return approvedMail(subject, mail.wasHeld ?? false);
    case 'rejected':
      return rejectedMail(subject, mail.reason);
    case 'unverified':
      return unverifiedMail(subject, mail.cause);
    case 'held':
      return heldMail(subject, mail.reporters);
  }
}

/** Behind the last moment at which an undo is taken. */
export const MAIL_DELAY_MS = UNDO_MS + 2_000;
const MAIL_DELAY = { afterS: MAIL_DELAY_MS / 1_000 };

/**
 * Tells submitters that their app has arrived and what became of it. A decision that does not stand when its mail comes up
 * may stand again by an undo: until that is over the mail is put off, and then told or not.
 */
export const appMails = defineMails({
  name: 'app-mails',
  data: AppMail,
  async write({ db, clock, config: { publicUrl } }, mail) {
    const [found] = await db
      .select({
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
      .where(eq(apps.id, mail.appId));
    if (!found || found.person.email === null) return null;
    const { title, status, picture, reviewedAt, heldAt, reason, updatedAt, person } = found;
    if (mail.kind === 'held' && mail.heldAt !== heldAt?.toISOString()) return null;
    if (
      (mail.kind === 'approved' || mail.kind === 'rejected') &&
      mail.reviewedAt !== undefined &&
      mail.reviewedAt !== reviewedAt?.toISOString()
    ) {
      const mayStandAgain = clock().getTime() - updatedAt.getTime() < MAIL_DELAY_MS;
      if (mayStandAgain) throw new PutOff(MAIL_DELAY.afterS);
      return null;
    }
    const subject = {
      to: ownWords(person.firstName, person),
      name: named(ownWords(title, person)),
      // Mail programs have no session, which the picture of an app that is not approved asks for.
      picture:
        status === 'approved' && picture ? ownWords(publicUrl + picturePath(picture, 480), person) : null,
      appId: mail.appId,
      publicUrl,
    };
    // It may have been put in better words since.
    const told = mail.kind === 'rejected' && mail.reviewedAt !== undefined ? { ...mail, reason } : mail;
    return { to: found.person.email, ...write(subject, told) };
  },
});

interface Decided {
  appId: string;
  before: AppStatus;
  after: AppStatus;
  reason: string | null;
  /** Whether it was held back. */
  wasHeld?: boolean;
  now: Date;
}

/** Queues the mails that tell submitters what became of their apps, where something did, delayed for an undo. */
export async function tellSubmitters(db: Db, jobs: JobQueue, decided: readonly Decided[]): Promise<void> {
  const mails = decided.flatMap(({ appId, before, after, reason, wasHeld, now }) => {
    if (before === after || after === 'pending') return [];
    const told = { appId, reviewedAt: now.toISOString() };
    return after === 'approved'
      ? { kind: after, ...told, ...(wasHeld ? { wasHeld } : {}) }
      : { kind: after, ...told, reason };
  });
  await jobs.enqueueAll(db, appMails, mails, MAIL_DELAY);
}

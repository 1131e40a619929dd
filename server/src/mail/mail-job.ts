import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Deps } from '../deps.ts';
import { apps } from '../db/schema/apps.table.ts';
import { mintToken, passwordMark } from '../features/auth/account-tokens.ts';
import { users } from '../db/schema/users.table.ts';
import { defineJob } from '../jobs/job.ts';
import type { MailText } from './mailer.ts';
import { approvedMail, receivedMail, rejectedMail, resetMail, verifyMail } from './templates.ts';

const aboutApp = { appId: z.uuid() };
/** Null: nobody has the address that was typed. Queued all the same, so that asking takes as long for everybody. */
const aboutPerson = { userId: z.nullable(z.uuid()) };

/**
 * What is to be written about, never to whom or with which link: the address is looked up and the token is made when
 * the mail goes out, so that the queue holds neither, and a link is fresh however long the mail server was away. Who
 * changes the password meanwhile must not be sent a link to another one, which somebody else may have asked for.
 */
const MailRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('received'), ...aboutApp }),
  z.object({ kind: z.literal('approved'), ...aboutApp }),
  z.object({ kind: z.literal('rejected'), ...aboutApp, reason: z.nullable(z.string()) }),
  z.object({ kind: z.literal('verify'), ...aboutPerson }),
  // Without a mark: queued by a node that knows none. Null: of an account without a password.
  z.object({ kind: z.literal('reset'), ...aboutPerson, passwordMark: z.optional(z.nullable(z.string())) }),
]);
type MailRequest = z.infer<typeof MailRequest>;

type Addressed = MailText & { to: string };

/**
 * What the reader has typed, if it was the reader: whoever signs up with somebody else's address must not have their own
 * words sent there, in a name or in a title.
 */
function ownWords<T>(
  words: T,
  { emailVerifiedAt }: Pick<typeof users.$inferSelect, 'emailVerifiedAt'>,
): T | null {
  return emailVerifiedAt === null ? null : words;
}

async function writeAboutApp(
  { db, config: { publicUrl } }: Deps,
  request: Extract<MailRequest, { appId: string }>,
): Promise<Addressed | null> {
  const [found] = await db
    .select({ title: apps.title, person: users })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(eq(apps.id, request.appId));
  if (!found) return null;
  const { title, person } = found;
  const { email, firstName } = person;
  if (email === null) return null;
  const about = { to: ownWords(firstName, person), title: ownWords(title, person), publicUrl };
  switch (request.kind) {
    case 'received':
      return { to: email, ...receivedMail(about) };
    case 'approved':
      return { to: email, ...approvedMail({ ...about, appId: request.appId }) };
    case 'rejected':
      return { to: email, ...rejectedMail({ ...about, reason: request.reason }) };
  }
}

async function writeVerification(
  { db, config: { publicUrl }, clock }: Deps,
  { userId }: Extract<MailRequest, { kind: 'verify' }>,
): Promise<Addressed | null> {
  if (userId === null) return null;
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  if (!person?.email || person.emailVerifiedAt) return null;
  const token = await mintToken(db, userId, 'verify_email', clock());
  return { to: person.email, ...verifyMail({ to: null, token, publicUrl }) };
}

async function writeReset(
  { db, config: { publicUrl }, clock }: Deps,
  request: Extract<MailRequest, { kind: 'reset' }>,
): Promise<Addressed | null> {
  const { userId, passwordMark: mark } = request;
  if (userId === null) return null;
  return db.transaction(async (tx) => {
    // A change of the password waits for the token, and then finds it, or is over and shows.
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('share');
    if (!person?.email) return null;
    if (mark !== undefined && mark !== passwordMark(person.passwordHash)) return null;
    const token = await mintToken(tx, userId, 'reset_password', clock());
    return { to: person.email, ...resetMail({ to: ownWords(person.firstName, person), token, publicUrl }) };
  });
}

function write(deps: Deps, request: MailRequest): Promise<Addressed | null> {
  switch (request.kind) {
    case 'verify':
      return writeVerification(deps, request);
    case 'reset':
      return writeReset(deps, request);
    default:
      return writeAboutApp(deps, request);
  }
}

/** Sends one mail. Writes nothing when the person or the app is gone meanwhile. */
export const mailJob = defineJob({
  name: 'mail',
  data: MailRequest,
  // Quick at first, then every quarter of an hour for as long as the queue keeps what waits.
  retries: { limit: 3_000, firstDelayS: 5, longestDelayS: 900 },
  timeoutS: 120,
  // One slow server of a recipient must not hold up the others; more connections at once some mail servers refuse.
  atOnce: 8,
  // Somebody sits in front of the screen and waits for it.
  isUrgent: ({ kind }) => kind === 'verify' || kind === 'reset',
  async run(deps, request, { id }) {
    const mail = await write(deps, request);
    if (!mail) return;
    await deps.mailer.send({ ...mail, id });
    // Whoever has left meanwhile leaves no mail behind.
    const [still] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, mail.to));
    if (!still) await deps.mailer.forget(mail.to);
  },
});

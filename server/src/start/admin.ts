import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { Email } from '@zapdeck/contract/sign-in/auth';
import { suspendPerson as suspendRoute } from '@zapdeck/contract/accounts/people';
import { ProviderId } from '@zapdeck/contract/sign-in/providers';
import type { Role } from '@zapdeck/contract/accounts/roles';
import * as z from 'zod/mini';
import { type Db, openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import type { Config } from '../config.ts';
import { fail, readSettings, say, reachDatabase } from './environment.ts';
import { invite, readInvitationForm } from './invite.ts';
import { describeLoss, readSecretKey } from './secret-key.ts';
import { explainCommandFault } from './start-faults.ts';
import { createPasswordHasher } from '../accounts/passwords.ts';
import { collectOwnData } from '../features/account/own-data.ts';
import { deleteResponsesAbout } from '../features/account/delete-account.ts';
import { adoptKey } from '../features/factors/secret-key-mark.ts';
import { readInstance } from '../features/instance/instance.ts';
import {
  linkedProvidersOf,
  providerNames,
  unlinkByOperator,
} from '../features/identities/linked-identities.ts';
import { deletePerson } from '../features/people/delete-person.ts';
import { liftSuspension, suspendPerson } from '../features/people/suspend.ts';
import {
  changeRole,
  findAccount,
  listRoles,
  resetFactors,
  resetPassword,
} from '../features/users/admin-accounts.ts';
import { createJobQueue, type JobQueue } from '../jobs/queue.ts';
import { allJobs } from './all-jobs.ts';
import { Refusal } from '../http/refusal.ts';
import { endAllSessions } from '../accounts/session-changes.ts';
import { loggableError } from '../log/loggable-error.ts';

const GrantableRole = z._default(z.enum(['moderator', 'admin']), 'admin');

interface Granted {
  role: z.output<typeof GrantableRole>;
  rest: string[];
}

function readRoleOption(args: string[]): Granted | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { role: { type: 'string' } },
      allowPositionals: true,
    });
    const role = GrantableRole.safeParse(values.role);
    return role.data && { role: role.data, rest: positionals };
  } catch {
    return undefined;
  }
}

const USAGE = `npm run admin -- COMMAND
  grant [--role ROLE] EMAIL
                        makes the account an admin, or a moderator with --role moderator
  revoke EMAIL          takes the role away; the last admin keeps it
  list                  admins and moderators
  reset-password EMAIL  gives the account a new password and prints it this once
  reset-factors EMAIL   removes the passkeys and the authenticator app of an account
  unlink EMAIL [google|platform]
                        unlinks the providers of an account, or one of them
  suspend EMAIL REASON  suspends the account, and tells its owner why
  lift EMAIL            ends the suspension
  export EMAIL FILE     writes all data about a person into a file
  delete EMAIL          deletes the account and all data about its owner
  invite [--uses N] [--days N]
                        prints a link for N sign-ups (1) within N days (7)
  adopt-secret-key      goes on with the SECRET_KEY of this node, once the earlier one is lost
  sign-out-all          ends all sessions, as after a break-in
The owner of a changed account is signed out everywhere and gets a mail about the change. Zapdeck need not run.`;

interface CommandCall {
  db: Db;
  role: Role;
  openJobs: () => Promise<JobQueue>;
  email: string;
  words: string;
  options: string[];
  config: Config;
}

interface Command {
  takes: 'nothing' | 'email' | 'role and email' | 'email and words' | 'email and provider' | 'options';
  run: (asked: CommandCall) => Promise<string[]>;
}

const named = (role: Role) => (role === 'admin' ? 'an admin' : 'a moderator');

const cannot = (message: string) => new Refusal('invalid_input', { message });

async function actOn({ db, openJobs, email }: CommandCall) {
  const { id } = await findAccount(db, email);
  return { jobs: await openJobs(), id, moderatorId: null, role: 'admin' as const, now: new Date() };
}

/** Lists providers that still sign in to the account, because resetting does not unlink them. */
async function listLinked({ db, email, config }: CommandCall): Promise<string[]> {
  const names = providerNames(config);
  const linked = linkedProvidersOf(await findAccount(db, email)).map((provider) => names[provider]);
  if (linked.length === 0) return [];
  return [`Sign-in with ${linked.join(' and ')} still works. unlink ${email} ends it.`];
}

const commands: Readonly<Record<string, Command>> = {
  grant: {
    takes: 'role and email',
    async run({ db, openJobs, email, role }) {
      const { givenRole } = await changeRole(db, { jobs: await openJobs(), email, now: new Date() }, role);
      if (givenRole === role) return [`${email} is ${named(role)} already.`];
      const { emailVerifiedAt } = await findAccount(db, email);
      const unconfirmed =
        'This address is not confirmed. It gets no mails about waiting items until its owner opens the link in the confirmation mail.';
      const isMailed = role !== 'admin' || emailVerifiedAt !== null;
      return [`${email} is ${named(role)} now.`, ...(isMailed ? [] : [unconfirmed])];
    },
  },
  revoke: {
    takes: 'email',
    async run({ db, openJobs, email }) {
      const account = await changeRole(db, { jobs: await openJobs(), email, now: new Date() }, 'member');
      const { role, claimedRole } = account;
      if (claimedRole !== 'member')
        return [
          `A claim of the sign-in provider makes ${email} ${named(claimedRole)}. Remove the claim at the provider, or the role of its value in Config, Roles from the provider.`,
        ];
      return [role === 'member' ? `${email} has no role.` : `${email} is no longer ${named(role)}.`];
    },
  },
  list: {
    takes: 'nothing',
    async run({ db }) {
      const people = await listRoles(db);
      return people.map(
        ({ email, role, givenRole, createdAt }) =>
          `${email}  ${role}${role === givenRole ? '' : ' (by the sign-in provider)'}  since ${createdAt.toISOString().slice(0, 10)}`,
      );
    },
  },
  'reset-password': {
    takes: 'email',
    async run(asked) {
      const { db, openJobs, email } = asked;
      const operation = { jobs: await openJobs(), email, now: new Date() };
      const password = await resetPassword(db, createPasswordHasher(), operation);
      const shown = [`The new password of ${email}, shown this once:`, `  ${password}`];
      return [...shown, ...(await listLinked(asked))];
    },
  },
  'reset-factors': {
    takes: 'email',
    async run(asked) {
      const { db, openJobs, email } = asked;
      await resetFactors(db, { jobs: await openJobs(), email, now: new Date() });
      const done = `${email} has no second factors any more, and signs in with the password alone.`;
      return [done, ...(await listLinked(asked))];
    },
  },
  unlink: {
    takes: 'email and provider',
    async run({ db, openJobs, email, words, config }) {
      const only = ProviderId.safeParse(words).data;
      const unlinked = await unlinkByOperator(db, { jobs: await openJobs(), email, now: new Date() }, only);
      const names = unlinked.map((provider) => providerNames(config)[provider]);
      const { passwordHash } = await findAccount(db, email);
      const forgot = `It has no password: its owner chooses one with “Forgot password?”.`;
      return [
        names.length > 0 ? `${names.join(' and ')} unlinked from ${email}.` : `${email} was not linked.`,
        'From now on, only the owner links a provider, in the settings.',
        ...(passwordHash === null ? [forgot] : []),
      ];
    },
  },
  suspend: {
    takes: 'email and words',
    async run(asked) {
      const form = suspendRoute.body.safeParse({ reason: asked.words });
      if (!form.success) throw cannot(form.error.issues[0]?.message ?? 'This reason cannot be used.');
      await suspendPerson(asked.db, { ...(await actOn(asked)), clock: () => new Date(), ...form.data });
      return [`${asked.email} is suspended, and is told so by mail. Apps in the deck and votes stay.`];
    },
  },
  lift: {
    takes: 'email',
    async run(asked) {
      await liftSuspension(asked.db, await actOn(asked));
      return [`${asked.email} is let in again.`];
    },
  },
  export: {
    takes: 'email and words',
    async run({ db, email, words: path }) {
      const user = await findAccount(db, email);
      const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) =>
        Promise.reject(
          cannot(
            `${path} cannot be written: ${error.code === 'EEXIST' ? 'it is there already' : error.code}.`,
          ),
        ),
      );
      await pipeline(await collectOwnData(db, user, await readInstance(db)), file.createWriteStream());
      return [`${path} contains all data about ${email}. Give it to this person only.`];
    },
  },
  delete: {
    takes: 'email',
    async run(asked) {
      const act = await actOn(asked);
      const { person } = await deletePerson(asked.db, { ...act, node: { isStopping: () => false } });
      await deleteResponsesAbout(asked.db, person);
      return [`${asked.email} has no account any more. Apps in the deck stay there, without a name.`];
    },
  },
  invite: {
    takes: 'options',
    async run({ db, options, config }) {
      const form = readInvitationForm(options);
      return form ? invite(db, form, config.publicUrl) : fail(USAGE);
    },
  },
  'adopt-secret-key': {
    takes: 'nothing',
    async run({ db, config }) {
      const apps = await adoptKey(db, await readSecretKey(config));
      return [apps === undefined ? 'This is the secret key of the database.' : describeLoss(config, apps)];
    },
  },
  'sign-out-all': {
    takes: 'nothing',
    async run({ db }) {
      return [`${await endAllSessions(db)} sessions have ended.`];
    },
  },
};

async function run(
  config: Config,
  command: Command,
  given: Pick<CommandCall, 'email' | 'role' | 'words' | 'options'>,
): Promise<void> {
  const { connection, release } = await reachDatabase(config);
  try {
    await migrate(connection);
    const { db, pool } = openDatabase(connection, () => undefined);
    let jobs: JobQueue | undefined;
    const openJobs = async () => {
      jobs = createJobQueue(pool, allJobs, { isWorker: false, onError: () => undefined });
      await jobs.open();
      return jobs;
    };
    try {
      for (const line of await command.run({ db, openJobs, config, ...given })) say(line);
    } finally {
      await jobs?.stop();
      await pool.close();
    }
  } finally {
    await release();
  }
}

const [name = '', ...options] = process.argv.slice(2);
const granted = name === 'grant' ? readRoleOption(options) : undefined;
const [typed = '', ...rest] = granted?.rest ?? options;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const email = Email.safeParse(typed);
const words = rest.join(' ').trim();
const isEmailNeeded = command?.takes.includes('email') === true;
const areWordsNeeded = command?.takes === 'email and words';
const isProvider = command?.takes === 'email and provider' && ProviderId.safeParse(words).success;
const isComplete = isEmailNeeded === (typed !== '') && (areWordsNeeded === (words !== '') || isProvider);
const isRoleMissing = command?.takes === 'role and email' && !granted;
if (!command || isRoleMissing || (command.takes !== 'options' && !isComplete)) fail(USAGE);
if (isEmailNeeded && !email.success) fail(`${typed} is not an email address.`);
const config = readSettings();
try {
  await run(config, command, { email: email.data ?? '', role: granted?.role ?? 'admin', words, options });
} catch (error) {
  if (error instanceof Refusal) fail(error.message);
  fail(explainCommandFault(error, config) ?? loggableError(error).stack);
}

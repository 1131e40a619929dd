import { Email } from '@zapdeck/contract/auth';
import { type Db, openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import type { Config } from './config.ts';
import { fail, readSettings, say } from './environment.ts';
import { reachDatabase } from './reach-database.ts';
import { commandFaultInWords } from './start-faults.ts';
import { createPasswordHasher } from '../features/auth/passwords.ts';
import { grantAdmin, listAdmins, resetPassword, revokeAdmin } from '../features/users/admin-accounts.ts';
import { Refusal } from '../http/refusal.ts';
import { endAllSessions } from '../http/session-changes.ts';
import { loggableError } from '../http/loggable-error.ts';

const USAGE = `npm run admin -- COMMAND
  grant EMAIL           makes the account an admin
  revoke EMAIL          takes the role away; the last admin keeps it
  list                  the admins
  reset-password EMAIL  gives the account a new password and prints it this once
  sign-out-all          ends the session of everybody, as after a break-in
The account is signed out everywhere. Works while Zapdeck runs and while it does not.`;

type Command = (db: Db, email: string) => Promise<string[]>;

const commands: Readonly<Record<string, Command>> = {
  async grant(db, email) {
    await grantAdmin(db, email, new Date());
    return [`${email} is an admin now.`];
  },
  async revoke(db, email) {
    await revokeAdmin(db, email, new Date());
    return [`${email} is no admin any more.`];
  },
  async list(db) {
    const admins = await listAdmins(db);
    return admins.map(({ email, createdAt }) => `${email}  since ${createdAt.toISOString().slice(0, 10)}`);
  },
  async 'reset-password'(db, email) {
    const password = await resetPassword(db, createPasswordHasher(), email, new Date());
    return [`The new password of ${email}, shown this once:`, `  ${password}`];
  },
  async 'sign-out-all'(db) {
    return [`${await endAllSessions(db)} sessions have ended.`];
  },
};
const WITHOUT_EMAIL = new Set(['list', 'sign-out-all']);

async function run(config: Config, command: Command, email: string): Promise<void> {
  const { connection, release } = await reachDatabase(config);
  try {
    await migrate(connection);
    const { db, pool } = openDatabase(connection, () => undefined);
    try {
      for (const line of await command(db, email)) say(line);
    } finally {
      await pool.end();
    }
  } finally {
    await release();
  }
}

const [name = '', typed = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const email = Email.safeParse(typed);
const isEmailNeeded = !WITHOUT_EMAIL.has(name);
if (!command || rest.length > 0 || isEmailNeeded !== (typed !== '')) fail(USAGE);
if (isEmailNeeded && !email.success) fail(`${typed} is not an email address.`);
const config = readSettings();
try {
  await run(config, command, email.data ?? '');
} catch (error) {
  if (error instanceof Refusal) fail(error.message);
  fail(commandFaultInWords(error, config) ?? loggableError(error).stack);
}

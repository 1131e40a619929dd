import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { OwnData } from '@zapdeck/contract/accounts/account';
import type { Instance } from '@zapdeck/contract/instance/instance';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { apiTokens } from '../../db/schema/api-tokens.table.ts';
import { appBaselines } from '../../db/schema/app-baselines.table.ts';
import { appNotes } from '../../db/schema/app-notes.table.ts';
import { applications } from '../../db/schema/applications.table.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { presentCurrentUser } from '../auth/auth.ts';
import { deckPages, decks } from '../../db/schema/decks.table.ts';
import { pendingEmails, previousEmails } from '../../db/schema/email-changes.table.ts';
import { waitingVersions } from '../../db/schema/first-views.table.ts';
import { hidden } from '../../db/schema/hidden.table.ts';
import { invitedMembers } from '../../db/schema/invitations.table.ts';
import { securityEvents } from '../../db/schema/security-events.table.ts';
import { sessions } from '../../db/schema/sessions.table.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import { seenApps, userAppInteractions } from '../../db/schema/interactions.table.ts';
import { mailPreferences } from '../../db/schema/maker-mails.table.ts';
import { makerPages } from '../../db/schema/maker-pages.table.ts';
import { takenVotes } from '../../db/schema/taken-votes.table.ts';
import { avoidedApps } from '../../db/schema/tastes.table.ts';
import { voteGroupMembers } from '../../db/schema/vote-groups.table.ts';
import { passkeys } from '../../db/schema/passkeys.table.ts';
import { reports } from '../../db/schema/reports.table.ts';
import { totpSecrets } from '../../db/schema/totp.table.ts';
import { dealtViews, voteNetworks } from '../../db/schema/trust.table.ts';
import { votes } from '../../db/schema/votes.table.ts';
import { waitingUrls } from '../../db/schema/waiting-urls.table.ts';
import { waitingWords } from '../../db/schema/waiting-words.table.ts';
import { networkLetters } from '../../http/networks.ts';
import type { UserRow } from '../../db/schema/users.table.ts';

/** Validating a batch blocks the event loop. */
export const BATCH_SIZE = 500;

interface OwnList {
  table: PgTable;
  owner: PgColumn | ((userId: string) => SQL);
  renamed?: Readonly<Record<string, string>>;
  /** Key of the network hashes. Lists with the same key share letters. */
  networksBy?: 'key' | 'monthlyKey';
}

type ListName = Exclude<keyof OwnData, 'account'>;

const lists: Readonly<Record<ListName, OwnList>> = {
  sessions: {
    table: sessions,
    owner: sessions.userId,
    renamed: { expire: 'expiresAt' },
    networksBy: 'monthlyKey',
  },
  securityEvents: { table: securityEvents, owner: securityEvents.userId, networksBy: 'monthlyKey' },
  passkeys: { table: passkeys, owner: passkeys.userId },
  apiTokens: { table: apiTokens, owner: apiTokens.userId },
  authenticatorApps: { table: totpSecrets, owner: totpSecrets.userId },
  pendingEmails: { table: pendingEmails, owner: pendingEmails.userId },
  previousEmails: { table: previousEmails, owner: previousEmails.userId },
  submittedApps: { table: apps, owner: apps.submittedBy },
  waitingUrls: { table: waitingUrls, owner: waitingUrls.askedBy },
  waitingWords: { table: waitingWords, owner: waitingWords.askedBy },
  waitingVersions: { table: waitingVersions, owner: waitingVersions.askedBy },
  approvedVersions: {
    table: appBaselines,
    owner: (userId) =>
      sql`approved_at IS NOT NULL AND app_id IN (SELECT id FROM apps WHERE submitted_by = ${userId})`,
  },
  votes: { table: votes, owner: votes.userId },
  voteNetworks: { table: voteNetworks, owner: voteNetworks.userId, networksBy: 'monthlyKey' },
  dealtViews: { table: dealtViews, owner: dealtViews.userId, networksBy: 'monthlyKey' },
  interactions: {
    table: userAppInteractions,
    owner: userAppInteractions.userId,
    renamed: { duration: 'durationMs' },
  },
  seenApps: { table: seenApps, owner: seenApps.userId },
  decks: { table: decks, owner: decks.userId },
  deckPages: {
    table: deckPages,
    owner: (userId) => sql`deck_id IN (SELECT id FROM decks WHERE user_id = ${userId})`,
  },
  avoidedApps: { table: avoidedApps, owner: avoidedApps.userId },
  takenVotes: { table: takenVotes, owner: takenVotes.userId, networksBy: 'monthlyKey' },
  voteGroups: { table: voteGroupMembers, owner: voteGroupMembers.userId },
  hidden: { table: hidden, owner: hidden.userId },
  makerPages: { table: makerPages, owner: makerPages.userId },
  mailPreferences: { table: mailPreferences, owner: mailPreferences.userId },
  reports: { table: reports, owner: reports.reportedBy, networksBy: 'key' },
  applications: { table: applications, owner: applications.userId },
  usedInvitations: { table: invitedMembers, owner: invitedMembers.userId },
  notes: { table: appNotes, owner: appNotes.authorId },
  adminActs: { table: auditLog, owner: auditLog.actorId },
  errorReports: { table: errorLogs, owner: errorLogs.userId },
};

function withIsoDates(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  );
}

async function* rowBatchesOf(tx: Db, { table, owner, renamed = {} }: OwnList, userId: string) {
  const columns = Object.entries(getTableColumns(table));
  const isTheirs = typeof owner === 'function' ? owner(userId) : eq(owner, userId);
  await tx.execute(sql`DECLARE own_rows NO SCROLL CURSOR FOR SELECT * FROM ${table} WHERE ${isTheirs}`);
  let found: Record<string, unknown>[];
  do {
    const { rows } = await tx.execute(sql.raw(`FETCH ${BATCH_SIZE} FROM own_rows`));
    found = rows.map((row) =>
      Object.fromEntries(
        columns.map(([key, column]) => {
          const value = row[column.name];
          return [renamed[key] ?? key, value === null ? null : column.mapFromDriverValue(value)];
        }),
      ),
    );
    yield found.map(withIsoDates);
  } while (found.length === BATCH_SIZE);
  await tx.execute(sql`CLOSE own_rows`);
}

const networkText = (network: unknown): string | null =>
  Buffer.isBuffer(network) ? network.toString('base64url') : (network as string | null);

async function writeLists(tx: Db, file: FileHandle, userId: string): Promise<void> {
  const letters = { key: networkLetters(), monthlyKey: networkLetters() };
  for (const name of Object.keys(lists) as ListName[]) {
    await file.writeFile(`,"${name}":[`);
    const { networksBy } = lists[name];
    const present = (row: Record<string, unknown>) =>
      networksBy ? { ...row, network: letters[networksBy](networkText(row['network'])) } : row;
    let separator = '';
    for await (const rows of rowBatchesOf(tx, lists[name], userId)) {
      const text = JSON.stringify(OwnData.shape[name].parse(rows.map(present))).slice(1, -1);
      if (text === '') continue;
      await file.writeFile(`${separator}${text}`);
      separator = ',';
    }
    await file.writeFile(']');
  }
}

/** Without a directory entry, closing the file frees the space. */
async function openUnlinkedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `zapdeck-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Collects the user's data from one snapshot in a file, so that slow clients hold no connection. */
export async function collectOwnData(db: Db, user: UserRow, instance: Instance): Promise<Readable> {
  const account = OwnData.shape.account.parse({
    ...withIsoDates(user),
    ...presentCurrentUser(user, instance),
    hasPassword: user.passwordHash !== null,
  });
  const file = await openUnlinkedFile();
  try {
    await file.writeFile(`{"account":${JSON.stringify(account)}`);
    await inTransaction(db, (tx) => writeLists(tx, file, user.id), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    await file.writeFile('}');
  } catch (error) {
    await file.close();
    throw error;
  }
  return file.createReadStream({ start: 0 });
}

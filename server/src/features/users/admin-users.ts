import type { AdminUser, adminUsers, editUser as editUserRoute } from '@zapdeck/contract/accounts/users';
import type { BodyOf, QueryOf } from '@zapdeck/contract/wire/route';
import { higherRole, type Role } from '@zapdeck/contract/accounts/roles';
import { message } from '@zapdeck/contract/wire/message';
import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { usersCsv } from '@zapdeck/contract/wire/csv-exports';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { containing, type ListPage, inBatches } from '../../db/paging.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { endSessionsOf } from '../../accounts/session-changes.ts';
import { type NeededRole, requireRole } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { profilePicturePath } from '../auth/auth.ts';
import { differences, recordAction } from '../audit-log/audit-log.ts';
import { roleEventOf, securityMails } from '../auth/security-mails.ts';
import { isChangedByDeletion, type UserRow, users } from '../../db/schema/users.table.ts';
import { type CsvColumns, fieldColumns } from '../../http/send-csv.ts';

type AdminUsersQuery = QueryOf<typeof adminUsers>;
type UserChanges = BodyOf<typeof editUserRoute>;

/** Removes accents. Must equal the expression of the index. */
const plainTextOf = (text: SQL) =>
  sql`regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g')`;
const searchText = plainTextOf(
  sql`coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '') || ' ' || coalesce(${users.email}, '')`,
);

export function presentAdminUser(user: UserRow): AdminUser {
  const { id, email, firstName, lastName, authProvider, role, isAdmin, isGuest, zapCount } = user;
  const { givenRole, claimedRole, claimLostAt } = user;
  const createdAt = user.createdAt.toISOString();
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl: profilePicturePath(user),
    authProvider,
    role,
    isAdmin,
    givenRole,
    claimedRole,
    claimLostAt: claimLostAt?.toISOString() ?? null,
    isGuest,
    zapCount,
    suspendedAt: user.suspendedAt?.toISOString() ?? null,
    createdAt,
  };
}

const roleFilter = {
  all: undefined,
  admin: eq(users.role, 'admin'),
  // A literal, because a parameter would not match the partial index.
  moderator: sql`${users.role} = 'moderator'`,
  regular: eq(users.role, 'member'),
  suspended: isNotNull(users.suspendedAt),
} as const;

function userFilter({ search, role, provider }: Pick<AdminUsersQuery, 'search' | 'role' | 'provider'>) {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return and(
    ...words.map((word) => sql`${searchText} LIKE ${plainTextOf(sql`${containing(word)}::text`)}`),
    roleFilter[role],
    provider === 'all' ? undefined : eq(users.authProvider, provider),
  );
}

export function selectUsers(db: Db, query: AdminUsersQuery) {
  const order = [desc(users.createdAt), desc(users.id)];
  // An index-only scan finds the page. Then its rows are read.
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(userFilter(query))
    .orderBy(...order)
    .limit(query.limit)
    .offset(query.offset);
  return db
    .select()
    .from(users)
    .where(inArray(users.id, page))
    .orderBy(...order);
}

export async function listUsers(db: Db, query: AdminUsersQuery): Promise<ListPage<AdminUser>> {
  const [rows, total] = await Promise.all([selectUsers(db, query), db.$count(users, userFilter(query))]);
  return { items: rows.map(presentAdminUser), total };
}

interface Locking {
  strength?: 'no key update' | 'update';
  needed?: NeededRole;
}

/** Locks editor and user by id, and rows that deleting the user changes. Rejects with `user_not_found` or `forbidden`. */
export async function lockEditorAndUser(
  tx: Db,
  editorId: string,
  id: string,
  { strength = 'no key update', needed = 'admin' }: Locking = {},
): Promise<{ editor: UserRow; edited: UserRow }> {
  const rows = await tx
    .select()
    .from(users)
    .where(or(inArray(users.id, [editorId, id]), strength === 'update' ? isChangedByDeletion(id) : undefined))
    .orderBy(users.id)
    .for(strength);
  const editor = rows.find((row) => row.id === editorId);
  const edited = rows.find((row) => row.id === id);
  requireRole(editor, needed);
  if (!edited) throw new Refusal('user_not_found');
  return { editor, edited };
}

function rejectGuestFields({ role, isAdmin, zapCount }: UserChanges): void {
  const fields = {
    ...(role === undefined || role === 'member' ? {} : { role: message('A guest has no role') }),
    ...(isAdmin ? { isAdmin: message('A guest cannot be an admin') } : {}),
    ...(zapCount ? { zapCount: message('A guest has no zap count') } : {}),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_input', { fields });
}

/** Returns the given role after the edit. `isAdmin: false` leaves a moderator as is. */
function givenRoleAfter({ role, isAdmin }: UserChanges, before: Role): Role {
  if (role !== undefined || isAdmin === undefined) return role ?? before;
  if (isAdmin) return 'admin';
  return before === 'admin' ? 'member' : before;
}

export const withoutApproval = { mustBeApproved: false, refusedAt: null } as const;

interface UserEdit {
  jobs: JobQueue;
  id: string;
  edit: UserChanges;
  editorId: string;
  now: Date;
}

/** Changes a user. A changed role ends their sessions. Rejects with `user_not_found`, `own_admin_status` or `last_admin`. */
export async function editUser(db: Db, { jobs, id, edit, editorId, now }: UserEdit): Promise<AdminUser> {
  try {
    return await inTransaction(db, async (tx) => {
      const { editor, edited } = await lockEditorAndUser(tx, editorId, id);
      const { isAdmin: _, role: __, ...fields } = edit;
      const givenRole = givenRoleAfter(edit, edited.givenRole);
      const role = higherRole(givenRole, edited.claimedRole);
      const changesGivenRole = givenRole !== edited.givenRole;
      if (changesGivenRole && edited.id === editor.id) throw new Refusal('own_admin_status');
      if (edited.isGuest) rejectGuestFields(edit);
      const sources = edited.claimedRole === 'member' ? {} : { givenRole };
      const changed = differences(edited, { ...fields, role, ...sources });
      if (!changed) return presentAdminUser(edited);
      const saved = one(
        await tx
          .update(users)
          .set({ ...fields, givenRole, ...(role !== 'member' && withoutApproval), updatedAt: now })
          .where(eq(users.id, edited.id))
          .returning(),
      );
      // Sessions that were not started with the provider have the given role.
      if (changesGivenRole) await endSessionsOf(tx, edited.id);
      if (role !== edited.role) {
        const event = roleEventOf({ before: edited.role, after: role, by: 'admin' });
        await jobs.enqueue(tx, securityMails, { event, userId: edited.id, at: now.toISOString() });
        const details = { before: edited.role, after: role, by: 'admin' } as const;
        await recordSecurityEvent(tx, { userId: edited.id, event: 'role_changed', details, now });
      }
      await recordAction(
        tx,
        { actorId: editorId, now },
        { action: 'user.edited', targetId: edited.id, ...changed },
      );
      return presentAdminUser(saved);
    });
  } catch (error) {
    if (isCheckViolation(error, 'users_last_admin')) throw new Refusal('last_admin');
    throw error;
  }
}

export const userColumns: CsvColumns<AdminUser> = {
  ...fieldColumns('id', 'email', 'firstName', 'lastName', 'authProvider', 'isAdmin', 'isGuest'),
  ...fieldColumns('zapCount', 'suspendedAt', 'createdAt', 'role'),
};

export const exportUsers = (db: Db, query: QueryOf<typeof usersCsv>) =>
  inBatches({
    select: (on) => on.select().from(users),
    table: users,
    condition: userFilter(query),
    db,
    placeOf: (user) => user,
    present: (rows) => rows.map(presentAdminUser),
  });

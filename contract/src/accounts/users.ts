import * as z from 'zod/mini';
import { AuthProvider, NAME_MAX } from '../sign-in/auth.ts';
import { Count, Id, IdParams, Moment, PageQuery, Sender, text } from '../wire/primitives.ts';
import { personName } from '../wire/lines.ts';
import { message } from '../wire/message.ts';
import { roles } from './roles.ts';
import { route } from '../wire/route.ts';

export const ZAP_STEP_MAX = 100;

/** Returns the new zap count: never less than before, at most `ZAP_STEP_MAX` more. */
export function nextZapCount(stored: number, reported: number): number {
  return Math.min(Math.max(stored, reported), stored + ZAP_STEP_MAX);
}

export const reportZapCount = route({
  method: 'PATCH',
  path: '/api/user/zap-count',
  summary: 'Report the zap count',
  access: 'member',
  body: z.object({ zapCount: Count, userId: Sender }),
  response: z.object({ zapCount: Count }),
  errors: ['session_changed'],
});

export const AdminUser = z.object({
  id: Id,
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  authProvider: AuthProvider,
  role: z.enum(roles),
  isAdmin: z.boolean(),
  /** Given by an admin or the operator. `role` is the higher of this and `claimedRole`. */
  givenRole: z.enum(roles),
  claimedRole: z.enum(roles),
  /** Time of a sign-in without the claim, while the last active admin keeps the role. */
  claimLostAt: z.nullable(Moment),
  isGuest: z.boolean(),
  zapCount: Count,
  suspendedAt: z.nullable(Moment),
  createdAt: Moment,
});
export type AdminUser = z.infer<typeof AdminUser>;

export const USER_ROWS_MAX = 1_000;

export const adminUsers = route({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List all users and guests, newest first, with search and filters',
  access: 'admin',
  proof: { when: 'the session has read 1,000 rows within an hour' },
  scope: 'admin:read',
  query: z.extend(PageQuery, {
    search: z._default(text(200), ''),
    role: z._default(z.enum(['all', 'admin', 'moderator', 'regular', 'suspended']), 'all'),
    provider: z._default(z.enum(['all', ...AuthProvider.options]), 'all'),
  }),
  response: z.array(AdminUser),
});

/** Sets the role that admins give. A change ends the user's sessions. A higher claimed role stays. */
export const editUser = route({
  method: 'PATCH',
  path: '/api/admin/users/:id',
  summary: 'Edit a user',
  access: 'admin',
  proof: true,
  params: IdParams,
  body: z
    .object({
      firstName: z.optional(z.nullable(personName(NAME_MAX))),
      lastName: z.optional(z.nullable(personName(NAME_MAX))),
      role: z.optional(z.enum(roles)),
      isAdmin: z.optional(z.boolean()),
      zapCount: z.optional(Count),
    })
    .check(
      z.refine(
        ({ role, isAdmin }) => role === undefined || isAdmin === undefined || isAdmin === (role === 'admin'),
        { message: message('The role and “isAdmin” contradict each other'), path: ['isAdmin'] },
      ),
    ),
  response: AdminUser,
  errors: ['user_not_found', 'own_admin_status', 'last_admin'],
});

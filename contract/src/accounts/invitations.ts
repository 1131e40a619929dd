import * as z from 'zod/mini';
import { AuditPerson } from '../instance/audit-log.ts';
import { message } from '../wire/message.ts';
import { Count, Id, IdParams, Moment, PageQuery, text } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

const INVITATION_USES_MAX = 1_000;
const INVITATION_DAYS_MAX = 365;
export const INVITED_SHOWN = 20;

export const INVITATION_PARAM = 'invitation';
const TOKEN_MAX = 100;
export const InvitationToken = text(TOKEN_MAX);

const between = (max: number) =>
  z
    .int(message('Please enter a whole number'))
    .check(z.gte(1, message('At least {min}', { min: 1 })), z.lte(max, message('At most {max}', { max })));

export const InvitationForm = z.object({
  uses: between(INVITATION_USES_MAX),
  days: between(INVITATION_DAYS_MAX),
});
export type InvitationForm = z.infer<typeof InvitationForm>;

/** `createdBy` is null for the command line, and for deleted admins. */
export const Invitation = z.object({
  id: Id,
  createdBy: z.nullable(AuditPerson),
  usesMax: Count,
  usesLeft: Count,
  expiresAt: Moment,
  revokedAt: z.nullable(Moment),
  createdAt: Moment,
  joined: Count,
  latestMembers: z.array(AuditPerson),
});
export type Invitation = z.infer<typeof Invitation>;

export const invitations = route({
  method: 'GET',
  path: '/api/admin/invitations',
  summary: 'List the invitations, newest first',
  access: 'admin',
  query: PageQuery,
  response: z.array(Invitation),
});

/** The link is returned only once, because only the hash of its token is stored. */
export const createInvitation = route({
  method: 'POST',
  path: '/api/admin/invitations',
  summary: 'Create an invitation and get its link',
  access: 'admin',
  keyless: true,
  status: 201,
  body: InvitationForm,
  response: z.extend(Invitation, { link: z.string() }),
});

export const revokeInvitation = route({
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  summary: 'Revoke an invitation',
  access: 'admin',
  params: IdParams,
  response: Invitation,
  errors: ['invitation_not_found'],
});

export const checkInvitation = route({
  method: 'POST',
  path: '/api/auth/invitation',
  summary: 'Check whether an invitation can be used',
  access: 'public',
  body: z.object({ invitation: InvitationToken }),
  response: z.object({ isUsable: z.boolean() }),
});

import * as z from 'zod/mini';
import { AuditPerson } from '../instance/audit-log.ts';
import { Count, Day, Id, IdParams, Moment, PageQuery } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { Takeback } from './takebacks.ts';

export const GROUP_DAYS = 30;
/** With fewer accounts that like apps in this period, groups look like friends. */
export const GROUP_ACCOUNTS_MIN = 60;
export const GROUP_MEMBERS_SHOWN = 500;
export const GROUP_NETWORKS_SHOWN = 20;

export const VoteGroupState = z.enum(['open', 'taken', 'dismissed']);
export type VoteGroupState = z.infer<typeof VoteGroupState>;

/** `observed` and `expected` are means over the members. Apps of one maker count once. */
export const VoteGroup = z.object({
  id: Id,
  state: VoteGroupState,
  members: Count,
  apps: Count,
  makers: Count,
  observed: z.number(),
  expected: z.number(),
  dismissedBy: z.nullable(AuditPerson),
  lastFoundAt: Moment,
  createdAt: Moment,
});
export type VoteGroup = z.infer<typeof VoteGroup>;

export const voteGroups = route({
  method: 'GET',
  path: '/api/admin/vote-groups',
  summary: 'List groups of accounts whose likes coincide, newest first',
  access: 'moderator',
  scope: 'review:read',
  query: z.extend(PageQuery, { state: z._default(z.enum(['all', ...VoteGroupState.options]), 'open') }),
  response: z.array(VoteGroup),
});

export const GroupMember = z.object({
  person: AuditPerson,
  observed: Count,
  expected: z.number(),
  isSuspended: z.boolean(),
  createdAt: Moment,
});
export type GroupMember = z.infer<typeof GroupMember>;

/** `likes` counts members that like the app, including votes that were taken back. */
export const GroupApp = z.object({
  id: Id,
  title: z.string(),
  likes: Count,
  days: z.array(z.object({ day: Day, likes: Count })),
});
export type GroupApp = z.infer<typeof GroupApp>;

/** Networks from which members voted on the common apps in the last 60 days, including votes that were taken back. */
export const GroupNetworks = z.object({
  members: Count,
  networks: Count,
  /** Networks of several members, largest first. Letters are valid only in this response. */
  shared: z.array(z.object({ letter: z.string(), members: Count })),
});
export type GroupNetworks = z.infer<typeof GroupNetworks>;

export const VoteGroupPage = z.object({
  group: VoteGroup,
  apps: z.array(GroupApp),
  networks: GroupNetworks,
  members: z.array(GroupMember),
  votes: Count,
  takebacks: z.array(Takeback),
});
export type VoteGroupPage = z.infer<typeof VoteGroupPage>;

export const readVoteGroup = route({
  method: 'GET',
  path: '/api/admin/vote-groups/:id',
  summary: 'Get a group of accounts whose likes coincide, with the evidence',
  access: 'moderator',
  scope: 'review:read',
  params: IdParams,
  response: VoteGroupPage,
  errors: ['group_not_found'],
});

/** A dismissed group is marked again only if it has grown clearly. */
export const dismissVoteGroup = route({
  method: 'PUT',
  path: '/api/admin/vote-groups/:id',
  summary: 'Dismiss a group of accounts, or reopen it',
  access: 'moderator',
  scope: 'review:write',
  params: IdParams,
  body: z.object({ isDismissed: z.boolean() }),
  response: VoteGroup,
  errors: ['group_not_found'],
});

export const takeVotesBack = route({
  method: 'POST',
  path: '/api/admin/vote-groups/:id/take-back',
  summary: 'Take back the votes of a group of accounts',
  access: 'admin',
  proof: true,
  params: IdParams,
  response: Takeback,
  errors: ['group_not_found', 'takeback_running', 'no_votes'],
});

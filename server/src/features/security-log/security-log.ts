import type {
  AccountSecurityEntry,
  SecurityEntry,
  securityLog as securityLogRoute,
} from '@zapdeck/contract/accounts/security-log';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, desc, eq, gte, isNotNull, lt, max, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { ListPage } from '../../db/paging.ts';
import { securityEvents } from '../../db/schema/security-events.table.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { networkLetters } from '../../http/networks.ts';

type EventRow = typeof securityEvents.$inferSelect;
type Letters = ReturnType<typeof networkLetters>;

/** Returns letters for the account's networks, newest first. Pages and lists share them. */
export async function lettersOf(db: Db, userId: string): Promise<Letters> {
  const { network, createdAt } = securityEvents;
  const known = await db
    .select({ network })
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), isNotNull(network)))
    .groupBy(network)
    .orderBy(desc(max(createdAt)), network);
  const letters = networkLetters();
  for (const row of known) letters(row.network);
  return letters;
}

function presentEvent({ id, event, device, network, details, createdAt }: EventRow, letters: Letters) {
  return { id, event, device, network: letters(network), details, createdAt: createdAt.toISOString() };
}

function selectEvents(db: Db, condition: SQL | undefined, { limit, offset }: PageQuery) {
  return db
    .select({ event: securityEvents, user: personColumns })
    .from(securityEvents)
    .innerJoin(users, eq(users.id, securityEvents.userId))
    .where(condition)
    .orderBy(desc(securityEvents.createdAt), desc(securityEvents.id))
    .limit(limit)
    .offset(offset);
}

export async function listOwnEvents(
  db: Db,
  userId: string,
  page: PageQuery,
): Promise<ListPage<SecurityEntry>> {
  const isOwn = eq(securityEvents.userId, userId);
  const letters = await lettersOf(db, userId);
  const rows = await selectEvents(db, isOwn, page);
  return {
    items: rows.map(({ event }) => presentEvent(event, letters)),
    total: await db.$count(securityEvents, isOwn),
  };
}

export async function listEvents(
  db: Db,
  { user, event, from, to, ...page }: QueryOf<typeof securityLogRoute>,
): Promise<ListPage<AccountSecurityEntry>> {
  const condition = and(
    user === undefined ? undefined : eq(securityEvents.userId, user),
    event === undefined ? undefined : eq(securityEvents.event, event),
    from === undefined ? undefined : gte(securityEvents.createdAt, new Date(from)),
    to === undefined ? undefined : lt(securityEvents.createdAt, new Date(to)),
  );
  const letters = user === undefined ? networkLetters() : await lettersOf(db, user);
  const rows = await selectEvents(db, condition, page);
  return {
    items: rows.map((row) => ({ ...presentEvent(row.event, letters), user: row.user })),
    total: await db.$count(securityEvents, condition),
  };
}

import type { AppStatus } from '@zapdeck/contract/apps/apps';
import type { Decided, Undecidable } from '@zapdeck/contract/moderation/decisions';
import { message, filled, type Filled, type Marked } from '@zapdeck/contract/wire/message';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { appEvents } from '../../../db/schema/app-history.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { publicName } from '../../../accounts/person-name.ts';
import { Refusal } from '../../../http/refusal.ts';

/** Returns why the app cannot be decided on. `ofSuspended` has ids of apps that cannot be approved. */
export const causeOf = (
  { id, withdrawnAt }: AppRow,
  ofSuspended: ReadonlySet<string>,
): Undecidable | null => {
  if (withdrawnAt !== null) return 'withdrawn';
  return ofSuspended.has(id) ? 'maker_suspended' : null;
};

/** Returns the state of the apps, with time and admin of the last change. */
export async function readDecided(
  tx: Db,
  changed: readonly AppRow[],
  ofSuspended: ReadonlySet<string> = new Set(),
): Promise<Map<string, Decided>> {
  if (changed.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([appEvents.appId], {
      appId: appEvents.appId,
      actorId: appEvents.actorId,
      firstName: users.firstName,
      email: users.email,
    })
    .from(appEvents)
    // Other events, such as a reviewed report, do not change the app.
    .innerJoin(apps, and(eq(apps.id, appEvents.appId), eq(apps.updatedAt, appEvents.createdAt)))
    .leftJoin(users, eq(users.id, appEvents.actorId))
    .where(
      isOneOf(
        appEvents.appId,
        changed.map(({ id }) => id),
      ),
    )
    .orderBy(appEvents.appId, sql`${appEvents.id} DESC`);
  const entries = new Map(rows.map((row) => [row.appId, row]));
  return new Map(
    changed.map((app) => {
      const { id, status, updatedAt } = app;
      const entry = entries.get(id);
      const by = entry?.actorId
        ? { id: entry.actorId, firstName: entry.firstName, email: entry.email }
        : null;
      return [id, { status, by, at: updatedAt.toISOString(), cause: causeOf(app, ofSuspended) }];
    }),
  );
}

/** Returns true if the app is unchanged since `seenAt`, or if `seenAt` is undefined. */
export const isAsSeen = ({ updatedAt }: AppRow, seenAt: string | undefined): boolean =>
  seenAt === undefined || Date.parse(seenAt) === updatedAt.getTime();

/** Rejects with `already_decided` if the app has changed since the admin saw it. */
export async function requireAsSeen(tx: Db, app: AppRow, seenAt: string | undefined): Promise<void> {
  if (!isAsSeen(app, seenAt)) throw alreadyDecided((await readDecided(tx, [app])).get(app.id));
}

/** Rejects with `already_decided` if the app is withdrawn. Its maker must submit it again first. */
export async function requireNotWithdrawn(tx: Db, app: AppRow): Promise<void> {
  if (app.withdrawnAt !== null) throw alreadyDecided((await readDecided(tx, [app])).get(app.id));
}

export function makerSuspended(): Refusal {
  const text = message('The maker is suspended. The app waits until the suspension is lifted.');
  return new Refusal('already_decided', { message: text });
}

const changedBy: Readonly<Record<AppStatus, (who: Marked) => Filled>> = {
  pending: (who) => filled('{who} has already changed this app. It is now pending.', { who }),
  approved: (who) => filled('{who} has already changed this app. It is now approved.', { who }),
  rejected: (who) => filled('{who} has already changed this app. It is now rejected.', { who }),
};

export function alreadyDecided(decided: Decided | null | undefined): Refusal {
  if (!decided) return new Refusal('already_decided');
  const { by, status, cause } = decided;
  if (cause === 'maker_suspended') return makerSuspended();
  if (cause === 'withdrawn') {
    const text = message('The maker has withdrawn this app. It can be decided on once they resubmit it.');
    return new Refusal('already_decided', { message: text });
  }
  const who = by ? (publicName(by) ?? filled('Another admin')) : filled('Someone');
  return new Refusal('already_decided', { message: changedBy[status](who) });
}

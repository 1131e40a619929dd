import { Day } from '@zapdeck/contract/wire/primitives';
import { TODAY_PATH } from '@zapdeck/contract/instance/screens';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { sendPage } from '../../http/entity-tag.ts';
import { isSignedIn } from '../../accounts/session.ts';
import { varyBy } from '../../http/headers.ts';
import { type Site, siteFor } from '../pages/common/page-site.ts';
import { readPicks } from '../pages/common/picks.ts';
import { installPageErrors } from '../pages/page-errors.ts';
import { todayPage } from './today-page.ts';
import { dayOf } from '../feed/deck-pages.ts';

/** A multiple of the number of columns at every width. */
const DAYS_SHOWN = 30;

/** Registers the public page with the app of the day and the archive. */
export async function todayPageRoutes(scope: FastifyInstance, deps: Deps, site: Site): Promise<void> {
  const { db, clock } = deps;
  installPageErrors(scope, site);
  scope.get<{ Querystring: { before?: unknown } }>(TODAY_PATH, async (request, reply) => {
    varyBy(reply, 'cookie');
    if (await isSignedIn(deps, request)) return reply.callNotFound();
    const { before } = request.query;
    const day = Day.safeParse(before);
    if (before !== undefined && !day.success)
      return reply.header('cache-control', 'no-cache').redirect(TODAY_PATH, 302);
    const shown = day.success ? DAYS_SHOWN : DAYS_SHOWN + 1;
    const picks = await readPicks(db, { before: day.data, limit: shown + 1 });
    const today = dayOf(clock().getTime());
    const days = { today, picks: picks.slice(0, shown), before: day.data, hasMore: picks.length > shown };
    return sendPage(request, reply, todayPage(days, siteFor(site, request, reply)));
  });
}

import * as contract from '@zapdeck/contract/feed/today';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { languageOf } from '../../http/language.ts';
import { speechIn } from '../../languages/say.ts';
import { presentPublicApp } from '../pages/common/present-public-app.ts';
import { readPicks } from '../pages/common/picks.ts';
import { readDaysAhead, readNextChoice, setToday } from './set-today.ts';

/** Registers the endpoints of the app of the day: the archive and the admins' calendar. */
export function todayRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config;
  handle(app, deps, contract.readToday, async ({ db, query, request }) => {
    const speech = speechIn(languageOf(request));
    const picks = await readPicks(db, query);
    return picks.map(({ day, app: picked }) => ({
      date: day,
      app: picked && presentPublicApp(picked, publicUrl, speech),
    }));
  });

  handle(app, deps, contract.daysAhead, ({ db, now }) => readDaysAhead(db, now));

  handle(app, deps, contract.nextToday, ({ db, now }) => readNextChoice(db, now));

  handle(app, deps, contract.setToday, ({ db, params, body, user, now }) =>
    setToday(db, { date: params.date, ...body }, { actorId: user.id, now }),
  );
}

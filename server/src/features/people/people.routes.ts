import * as contract from '@zapdeck/contract/accounts/people';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { newId } from '../../db/columns.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { mailOf, speechTo } from '../../mail/send-mail.ts';
import { WORK_TIMEOUT_MS } from '../../db/client.ts';
import { viewerOf } from '../listings/present/present-app.ts';
import { deleteResponsesAbout } from '../account/delete-account.ts';
import { forgetMails } from '../../mail/forget-mails.ts';
import { deletePerson } from './delete-person.ts';
import { deletedMail } from './people-mails.ts';
import { listPersonApps, listPersonHistory, listPersonReports } from './person-lists.ts';
import { readPerson } from './read-person.ts';
import { endPersonSessions } from './end-sessions.ts';
import { liftSuspension, suspendPerson } from './suspend.ts';
import { takePersonVotesBack } from './take-votes-back.ts';
import { languageOf } from '../../http/language.ts';

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock, config, jobs } = deps;

  handle(app, deps, contract.readPerson, ({ db, params, now }) => readPerson(db, params.id, now));

  handle(app, deps, contract.personApps, async ({ db, params, query, user, reply, request }) => {
    const viewer = viewerOf(user, config, languageOf(request));
    return sendListPage(reply, await listPersonApps(db, params.id, viewer, query));
  });

  handle(app, deps, contract.personReports, async ({ db, params, query, reply }) =>
    sendListPage(reply, await listPersonReports(db, params.id, query)),
  );

  handle(app, deps, contract.personHistory, async ({ db, params, query, user: { role }, request, reply }) =>
    sendListPage(
      reply,
      await listPersonHistory(db, params.id, { ...query, language: languageOf(request), role }),
    ),
  );

  handle(app, deps, contract.suspendPerson, async ({ db, params: { id }, body, user, now, requireProof }) => {
    if (body.takesVotesBack) requireProof();
    await suspendPerson(db, { jobs, id, moderatorId: user.id, role: user.role, clock, ...body });
    return readPerson(db, id, now);
  });

  handle(app, deps, contract.liftSuspension, async ({ db, params: { id }, user, now }) => {
    await liftSuspension(db, { jobs, id, moderatorId: user.id, role: user.role, now });
    return readPerson(db, id, now);
  });

  handle(app, deps, contract.takePersonVotesBack, async ({ db, params: { id }, user, now }) => {
    await takePersonVotesBack(db, { jobs, id, adminId: user.id, clock });
    return readPerson(db, id, now);
  });

  handle(app, deps, contract.endPersonSessions, async ({ db, params: { id }, user, now }) => ({
    ended: await endPersonSessions(db, { id, moderatorId: user.id, now }),
  }));

  handle(
    app,
    deps,
    contract.deletePerson,
    async ({ db, params: { id }, body, user, now, afterwards, request }) => {
      const { person, addresses } = await deletePerson(db, { node: deps, id, moderatorId: user.id, now });
      afterwards(() => deleteResponsesAbout(db, person));
      const mail = mailOf({ to: person, ...deletedMail(body.reason, speechTo(person, deps)) }, deps);
      if (!mail) return;
      afterwards(async () => {
        await forgetMails(deps, addresses);
        await deps.mailer
          .send({ ...mail, id: newId() })
          .catch((err: unknown) => request.log.warn({ err }, 'a deleted person could not be told'));
      });
    },
    { workMs: WORK_TIMEOUT_MS },
  );
}

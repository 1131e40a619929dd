import * as contract from '@zapdeck/contract/apps/change-own-app';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle } from '../../../http/contract-route.ts';
import { urlRulesOf } from '../address/url-rules.ts';
import type { CheckApp } from '../address/new-address.ts';
import { viewerOf } from '../present/present-app.ts';
import { editOwnApp } from './edit-own-app.ts';
import { resubmitApp, withdrawApp } from './withdraw-app.ts';
import { languageOf } from '../../../http/language.ts';

const editsPerMember = { calls: 60, seconds: 3_600 };
const resubmissionsPerMember = { calls: 30, seconds: 3_600 };

export function changeOwnAppRoutes(app: FastifyInstance, deps: Deps, checkApp: CheckApp): void {
  const { config, jobs } = deps;
  const rules = urlRulesOf(config);

  handle(
    app,
    deps,
    contract.editOwnApp,
    async ({ db, params, body, user, now, afterwards, request }) => {
      const maker = viewerOf(user, config, languageOf(request));
      const edited = await editOwnApp(db, { jobs, id: params.id, edit: body, maker, rules, now });
      if (edited.isMoved && edited.app.status === 'pending') afterwards(() => checkApp(edited.app));
      return edited.app;
    },
    { limit: editsPerMember },
  );

  handle(
    app,
    deps,
    contract.resubmitApp,
    async ({ db, params, user, now, afterwards, request }) => {
      const resubmitted = await resubmitApp(db, {
        id: params.id,
        maker: viewerOf(user, config, languageOf(request)),
        now,
        jobs,
      });
      afterwards(() => checkApp(resubmitted));
      return resubmitted;
    },
    { limit: resubmissionsPerMember },
  );

  handle(app, deps, contract.withdrawApp, ({ db, params, user, now, request }) =>
    withdrawApp(db, { id: params.id, maker: viewerOf(user, config, languageOf(request)), now }),
  );
}

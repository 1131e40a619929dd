import * as contract from '@zapdeck/contract/frames/hosts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { urlRulesOf } from '../listings/address/url-rules.ts';
import { viewerOf } from '../listings/present/present-app.ts';
import { listHostApps } from './host-apps.ts';
import { normaliseHost } from './host-name.ts';
import { listHosts, removeHost, saveHost } from './hosts.ts';
import { languageOf } from '../../http/language.ts';

export function hostsRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;
  const rules = urlRulesOf(config);

  handle(app, deps, contract.adminHosts, async ({ db, query, reply }) =>
    sendListPage(reply, await listHosts(db, query)),
  );

  handle(app, deps, contract.hostApps, async ({ db, query, user, reply, request }) => {
    const host = query.host === undefined ? undefined : normaliseHost(query.host, rules);
    return sendListPage(
      reply,
      await listHostApps(db, viewerOf(user, config, languageOf(request)), { ...query, host }),
    );
  });

  handle(app, deps, contract.saveHost, ({ db, params, body: { rule, note = null }, user, now }) =>
    saveHost(db, { host: normaliseHost(params.host, rules), rule, note, moderator: user, now }),
  );

  handle(app, deps, contract.removeHost, ({ db, params, user, now }) =>
    removeHost(db, { host: normaliseHost(params.host, rules), moderator: user, now }),
  );
}

import { auditLog, auditPeople } from '@zapdeck/contract/instance/audit-log';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { listActions, listPeople } from './audit-log.ts';
import { languageOf } from '../../http/language.ts';

export function auditLogRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, auditLog, async ({ db, query, user: { role }, request, reply }) =>
    sendListPage(reply, await listActions(db, { ...query, language: languageOf(request), role })),
  );
  handle(app, deps, auditPeople, ({ db, user }) => listPeople(db, user.role));
}

import { hash } from 'node:crypto';
import { factorRequirement, requireFactor } from '@zapdeck/contract/sign-in/factor-requirement';
import * as contract from '@zapdeck/contract/instance/instance';
import * as legal from '@zapdeck/contract/instance/legal-texts';
import { publicInstance } from '@zapdeck/contract/instance/public-instance';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle, sendListPage } from '../../http/contract-route.ts';
import { weakTag, ReadyAnswer } from '../../http/entity-tag.ts';
import { languageOf } from '../../http/language.ts';
import { varyBy } from '../../http/headers.ts';
import { writtenLanguage } from '../../languages/shown-language.ts';
import { readFactorRequirement, saveFactorRequirement } from './factor-requirement.ts';
import { sendVersion } from '../settings/settings.ts';
import { listInstances, readInstanceSettings, saveInstance } from './instance.ts';
import { listLegalTexts, readLegalText, saveLegalText } from './legal-texts.ts';

export function instanceRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, contract.readInstance, async ({ request, reply }) => {
    const language = writtenLanguage(languageOf(request));
    const json = JSON.stringify(publicInstance(deps.instance(), language));
    void reply.header('content-language', language);
    varyBy(reply, 'cookie', 'accept-language');
    return new ReadyAnswer(weakTag(hash('sha256', json, 'base64url')), json);
  });
  handle(app, deps, contract.adminInstance, async ({ db, reply }) =>
    sendVersion(reply, await readInstanceSettings(db)),
  );
  handle(app, deps, contract.saveInstance, async ({ db, body, user, now, requireProof, reply }) => {
    const saved = await saveInstance(db, body, { actorId: user.id, now, requireProof });
    await deps.instance.refresh();
    return sendVersion(reply, saved);
  });
  handle(app, deps, factorRequirement, ({ db }) => readFactorRequirement(db));
  handle(app, deps, requireFactor, async ({ db, body: { isRequired }, user, proof, now }) => {
    const setting = { isRequired, hasFactor: user.hasFactor && proof.hasFactor };
    const saved = await saveFactorRequirement(db, setting, { actorId: user.id, now });
    await deps.instance.refresh();
    return saved;
  });
  handle(app, deps, contract.instanceHistory, async ({ db, query, reply }) =>
    sendListPage(reply, await listInstances(db, query)),
  );
  handle(app, deps, legal.legalText, async ({ db, params, reply }) =>
    sendVersion(reply, await readLegalText(db, params)),
  );
  handle(app, deps, legal.saveLegalText, async ({ db, params, body, user, now, reply }) => {
    const saved = await saveLegalText(db, params, body, { actorId: user.id, now });
    await deps.instance.refresh();
    return sendVersion(reply, saved);
  });
  handle(app, deps, legal.legalTextHistory, async ({ db, params, query, reply }) =>
    sendListPage(reply, await listLegalTexts(db, params, query)),
  );
}

import * as appCheck from '@zapdeck/contract/apps/app-checks';
import * as preview from '@zapdeck/contract/apps/app-preview';
import * as verification from '@zapdeck/contract/frames/verification';
import type { FastifyInstance } from 'fastify';
import type { Verification } from '@zapdeck/contract/frames/verification';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { urlRulesOf } from '../listings/address/url-rules.ts';
import { previewApp } from './checks/preview-app.ts';
import type { AppChecks } from './checks/requested-checks.ts';
import { readVerification, beginVerification } from './verification/verification.ts';
import { type Db, one } from '../../db/client.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { checkApp, checkedColumns, type CheckDeps } from './checks/frame-check.ts';

const BUSY_RETRY_S = 5;

async function verifyNow(
  db: Db,
  { appId, userId }: { appId: string; userId: string },
  checks: CheckDeps,
): Promise<Verification> {
  const asked = { appId, userId };
  const now = checks.clock();
  await readVerification(db, asked);
  await beginVerification(db, appId, now);
  await checkApp(db, one(await db.select(checkedColumns).from(apps).where(eq(apps.id, appId))), checks);
  const after = await readVerification(db, asked);
  if (after.checkedAt === null || after.checkedAt < now.toISOString())
    throw new Refusal('unavailable', { headers: { 'retry-after': String(BUSY_RETRY_S) } });
  return after;
}

/** The form sends a request when typing pauses. Each request fetches any page. */
const previewsPerMember = { calls: 60, seconds: 600 };
const checksPerPerson = { calls: 30, seconds: 600 };
/** Quick swiping loads a frame per second, and each frame may fetch a page. */
const framesPerPerson = { calls: 600, seconds: 600, perNode: true } as const;
const verificationsPerMember = { calls: 20, seconds: 600 };

export function framesRoutes(app: FastifyInstance, deps: Deps, appChecks: AppChecks): void {
  const checks = {
    fetchPublic: deps.fetchPublic,
    rules: urlRulesOf(deps.config),
    clock: deps.clock,
    jobs: deps.jobs,
  };

  handle(
    app,
    deps,
    preview.previewApp,
    ({ db, query, user }) =>
      previewApp(
        db,
        { address: query.url, memberId: user.id },
        { ...checks, pictureMaker: deps.pictureMaker },
      ),
    {
      limit: previewsPerMember,
    },
  );

  handle(
    app,
    deps,
    appCheck.checkApp,
    async ({ params }) => ({ frameStatus: await appChecks.checkNow(params.id) }),
    { limit: checksPerPerson },
  );

  handle(
    app,
    deps,
    appCheck.confirmApp,
    async ({ params }) => ({ frameStatus: await appChecks.confirm(params.id) }),
    { limit: framesPerPerson },
  );

  handle(app, deps, verification.readVerification, ({ db, params, user }) =>
    readVerification(db, { appId: params.id, userId: user.id }),
  );

  handle(
    app,
    deps,
    verification.checkVerification,
    ({ db, params, user }) => verifyNow(db, { appId: params.id, userId: user.id }, checks),
    { limit: verificationsPerMember },
  );
}

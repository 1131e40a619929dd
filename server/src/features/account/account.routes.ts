import * as contract from '@zapdeck/contract/accounts/account';
import * as languageChoices from '@zapdeck/contract/wire/language-choices';
import { message } from '@zapdeck/contract/wire/message';
import { termsInForce } from '@zapdeck/contract/instance/public-instance';
import { acceptTerms as acceptTermsRoute } from '@zapdeck/contract/sign-in/terms';
import type { FastifyInstance } from 'fastify';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { withholdRole } from '../../accounts/session.ts';
import { type AccountLimits, throttleAccount } from '../../http/rate-limit.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import {
  endSession,
  endSessionsOf,
  lockUser,
  type Browser,
  leaveOneOf,
  startSession,
} from '../../accounts/session-changes.ts';
import { forgetMails } from '../../mail/forget-mails.ts';
import { WORK_TIMEOUT_MS, type Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { accountMails } from '../auth/account-mails.ts';
import { acceptTerms } from './accept-terms.ts';
import { readAccountStatus } from './account-status.ts';
import { deleteAccount, deleteResponsesAbout } from './delete-account.ts';
import { collectOwnData } from './own-data.ts';
import { presentCurrentUser } from '../auth/auth.ts';
import { changePassword, requestReset, resetPassword } from './password-changes.ts';
import { confirmEmail } from './verify-email.ts';
import { users } from '../../db/schema/users.table.ts';
import { keepLanguage, languageOf } from '../../http/language.ts';
import { sayIn, sayMarkedIn } from '../../languages/say.ts';
import { Refusal } from '../../http/refusal.ts';

async function endOtherSessions(db: Db, userId: string, browser: Browser): Promise<void> {
  await startSession(db, browser, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new Refusal('unauthorized');
    const ended = await leaveOneOf(tx, userId, browser.sid);
    const { reply, now } = browser;
    const event = { userId, event: 'sessions_ended', details: { sessions: ended } } as const;
    await recordSecurityEvent(tx, { ...event, request: reply.request, now });
    return user;
  });
}

async function endAllSessions(
  db: Db,
  userId: string,
  { reply, cookie, sid, now }: Pick<Browser, 'reply' | 'cookie' | 'sid' | 'now'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    const details = { sessions: await endSessionsOf(tx, userId) };
    const { request } = reply;
    await recordSecurityEvent(tx, { userId, event: 'sessions_ended', request, details, now });
    if (sid !== undefined) await endSession(tx, reply, cookie, sid);
  });
}

/** Stores the languages that the member reads. Deletes stored hands, so that the next page follows them. */
async function storeReadLanguages(
  db: Db,
  userId: string,
  languages: readonly string[] | null,
): Promise<void> {
  const readsLanguages = languages && [...new Set(languages)];
  await inTransaction(db, async (tx) => {
    await tx.update(users).set({ readsLanguages }).where(eq(users.id, userId));
    await tx.execute(
      sql`DELETE FROM hands WHERE deck_id IN (SELECT id FROM decks WHERE user_id = ${userId} AND kind <> 'search')`,
    );
  });
}

const HOUR_S = 3_600;
const resetLimits: AccountLimits = {
  perAccountAndNetwork: { calls: 5, seconds: HOUR_S },
  perNetwork: { calls: 30, seconds: HOUR_S },
  perAccount: { calls: 10, seconds: HOUR_S },
};
const linksPerNetwork = { calls: 60, seconds: HOUR_S };
const mailsPerMember = { calls: 5, seconds: HOUR_S };
const downloadsPerMember = { calls: 10, seconds: HOUR_S };

const SENT_IF_KNOWN = message(
  'If there is an account with this address, an email with a link is on its way.',
);
const CONFIRMED = message('Thank you, your email address is confirmed.');
const CONFIRMED_ANEW = message(
  'Thank you, your email address is confirmed. Please choose a new password. The old one no longer works.',
);
const NOT_CONFIRMED = message(
  'Your email address is not confirmed yet. Confirming it here resets the password.',
);

function passwordRoutes(app: FastifyInstance, deps: Deps): void {
  const { cookie, rateLimits } = deps;

  handle(app, deps, contract.forgotPassword, async ({ db, body, request }) => {
    const asked = { account: body.email, address: request.ip };
    // Limits mails per address, even from many networks. The response does not reveal it.
    const isWithin = await throttleAccount(rateLimits, 'forgot', asked, resetLimits);
    if (isWithin) await requestReset(db, deps, body.email);
    return { message: sayMarkedIn(languageOf(request), SENT_IF_KNOWN) };
  });

  handle(
    app,
    deps,
    contract.resetPassword,
    async ({ db, body, now, request }) => {
      await resetPassword(db, deps, body, { request, now });
      return { message: sayIn(languageOf(request), 'Your password is changed. Please log in with it.') };
    },
    { limit: linksPerNetwork },
  );

  handle(
    app,
    deps,
    contract.changePassword,
    async ({ db, user, sid, sessionId, proof, body, now, reply }) => {
      // For an account with a second factor, the password alone is no proof.
      const provedAt = user.hasFactor ? proof.provedAt : now;
      const browser = { reply, cookie, sid, now, proof: { ...proof, provedAt } };
      const changed = await changePassword(db, deps, { user, sessionId, form: body, browser });
      return presentCurrentUser(withholdRole(changed, proof, deps.instance()), deps.instance());
    },
  );
}

function addressRoutes(app: FastifyInstance, deps: Deps): void {
  handle(
    app,
    deps,
    contract.verifyEmail,
    async ({ db, body, user, sid, now, request }) => {
      const { isConfirmed, passwordToken } = await confirmEmail(db, body, { user, sid, now });
      const confirmed = passwordToken === null ? CONFIRMED : CONFIRMED_ANEW;
      const text = sayMarkedIn(languageOf(request), isConfirmed ? confirmed : NOT_CONFIRMED);
      return { message: text, isConfirmed, passwordToken };
    },
    { limit: linksPerNetwork },
  );

  handle(
    app,
    deps,
    contract.resendVerification,
    async ({ db, user, request }) => {
      await deps.jobs.enqueue(db, accountMails, { kind: 'verify', userId: user.id });
      return { message: sayIn(languageOf(request), 'An email with a link is on its way.') };
    },
    { limit: mailsPerMember },
  );
}

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { cookie } = deps;
  passwordRoutes(app, deps);
  addressRoutes(app, deps);

  handle(app, deps, contract.logoutEverywhere, async ({ db, user, sid, proof, body, now, reply }) => {
    if (body.devices === 'others') return endOtherSessions(db, user.id, { reply, cookie, sid, now, proof });
    await endAllSessions(db, user.id, { reply, cookie, sid, now });
  });

  handle(app, deps, languageChoices.setLanguage, async ({ db, user, body: { language }, reply }) => {
    await db.update(users).set({ language }).where(eq(users.id, user.id));
    keepLanguage(reply, language, cookie.isSecure);
  });

  handle(app, deps, acceptTermsRoute, async ({ db, user, proof, body, now }) => {
    await deps.instance.refresh();
    const consent = { ...body, inForce: termsInForce(deps.instance()), now };
    const accepted = withholdRole(await acceptTerms(db, user, consent), proof, deps.instance());
    return presentCurrentUser(accepted, deps.instance());
  });

  handle(app, deps, languageChoices.setReadLanguages, ({ db, user, body: { languages } }) =>
    storeReadLanguages(db, user.id, languages),
  );

  handle(app, deps, contract.accountStatus, ({ db, user, now }) => readAccountStatus(db, user, now));

  handle(
    app,
    deps,
    contract.deleteAccount,
    async ({ db, user, sid, sessionId, body, afterwards, reply }) => {
      const addresses = await deleteAccount(db, deps, { user, sid, sessionId, form: body });
      afterwards(async () => {
        await deleteResponsesAbout(db, user);
        await forgetMails(deps, addresses);
      });
      if (sid !== undefined) await endSession(db, reply, cookie, sid);
    },
    { workMs: WORK_TIMEOUT_MS },
  );

  handle(
    app,
    deps,
    contract.downloadData,
    async ({ db, user, now, request, reply }) => {
      await recordSecurityEvent(db, { userId: user.id, event: 'data_exported', request, now });
      void reply.header('content-disposition', 'attachment; filename="zapdeck-data.json"');
      return collectOwnData(db, user, deps.instance());
    },
    { limit: downloadsPerMember },
  );
}

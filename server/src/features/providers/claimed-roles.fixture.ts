import { type ClaimRole, saveClaimRoles } from '@zapdeck/contract/sign-in/claim-roles';
import { providerActions } from '@zapdeck/contract/instance/audit-log';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { one } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import type { Person } from '../../testing/test-app.ts';
import { listActions } from '../audit-log/audit-log.ts';
import { securityMails } from '../auth/security-mails.ts';
import { openProviders, type ProvidersFixture } from './providers.fixture.ts';
import { queuedJobs } from '../../testing/queued-jobs.ts';

type Cookies = Record<string, string>;

export interface ClaimsFixture {
  web: ProvidersFixture;
  admin: Person;
  /** Lines of the log. */
  log: string[];
  map(claimRoles: ClaimRole[], trustsProviderFactor?: boolean): Promise<void>;
  /** Signs the current person in with the platform provider, which sends these groups. */
  arrive(groups?: unknown, cookies?: Cookies): Promise<Cookies>;
  /** Account of the current person at the providers. */
  account(): Promise<UserRow>;
  roleIn(cookies: Cookies): Promise<string | undefined>;
  /** Entries of the audit log about the account by the provider, the oldest first. */
  entries(): Promise<unknown[]>;
  /** Events of the mails that wait for the owner. */
  mails(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openClaims(): Promise<ClaimsFixture> {
  const log: string[] = [];
  const web = await openProviders({ roleClaim: 'groups', onLog: (line) => log.push(line) });
  const { t } = web;
  const admin = await t.person('admin');
  const { db, pool } = t.deps;
  const f: ClaimsFixture = {
    web,
    admin,
    log,
    async map(claimRoles, trustsProviderFactor = false) {
      const by = await t.signInAgain(admin);
      const { status } = await t.call(saveClaimRoles, { body: { claimRoles, trustsProviderFactor } }, by);
      expect(status).toBe(200);
    },
    async arrive(groups, cookies = {}) {
      web.standIns.platform.person = { ...web.standIns.platform.person, groups };
      const answer = await web.signIn('platform', cookies);
      expect(answer.location).not.toContain('error');
      return answer.cookies;
    },
    async account() {
      const email = `person-${web.people}@example.org`;
      return one(await db.select().from(users).where(eq(users.email, email)));
    },
    roleIn: async (cookies) => (await web.whoIs(cookies))?.role,
    async entries() {
      const { id } = await f.account();
      const page = { limit: 100, offset: 0, language: 'en', role: 'admin' } as const;
      const { items } = await listActions(db, { ...page, target: id });
      return items
        .filter(({ action }) => providerActions.has(action))
        .map(({ action, actor, before, after }) => ({ action, actor, before, after }))
        .toReversed();
    },
    async mails() {
      const { id } = await f.account();
      return (await queuedJobs(pool, securityMails, { userId: id })).map(({ data }) => String(data['event']));
    },
    close: () => web.close(),
  };
  return f;
}

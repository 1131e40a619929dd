import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { ProviderId, type SignInProblem } from '@zapdeck/contract/sign-in/providers';
import { count } from 'drizzle-orm';
import { expect } from 'vitest';
import { one } from '../../db/client.ts';
import { type ProviderStandIn, startProvider } from '../../testing/provider-stand-in.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { users } from '../../db/schema/users.table.ts';

export const client = { clientId: 'zapdeck', clientSecret: 'a-secret-of-the-tests' };
export const PUBLIC_URL = 'http://localhost:3000';

type Cookies = Record<string, string>;

interface Answer {
  location: string;
  cookies: Cookies;
}

export const pathOf = (url: URL) => url.pathname + url.search;

export interface ProvidersFixture {
  t: TestApp;
  standIns: Record<ProviderId, ProviderStandIn>;
  /** Number of people known at the providers; the current one is `person-N@example.org`. */
  people: number;
  /** Signs a new person in at both providers and resets the providers. */
  nextPerson(): void;
  visit(url: string, cookies: Cookies): Promise<Answer>;
  goThere(id: ProviderId, cookies?: Cookies, query?: string): Promise<{ back: URL; cookies: Cookies }>;
  signIn(id: ProviderId, cookies?: Cookies, query?: string): Promise<Answer>;
  whoIs(cookies: Cookies): ReturnType<typeof whoIs>;
  userCount(): Promise<number>;
  /** Checks the error, that no session started and that no account was created. */
  expectFailure(answer: Answer, problem: SignInProblem, usersBefore: number): Promise<void>;
  close(): Promise<void>;
}

async function whoIs(t: TestApp, cookies: Cookies) {
  const { status, body } = await t.call(currentUser, {}, { user: null, cookies });
  return status === 200 ? body : null;
}

interface Options {
  /** Claim of the platform provider that can give a role. */
  roleClaim?: string;
  onLog?: (line: string) => void;
}

export async function openProviders({ roleClaim, ...options }: Options = {}): Promise<ProvidersFixture> {
  const start = (id: ProviderId) =>
    startProvider({ ...client, redirectUri: `${PUBLIC_URL}/api/auth/${id}/callback` });
  const standIns = { google: await start('google'), platform: await start('platform') };
  const t = await openTestApp({
    ...options,
    env: { PUBLIC_URL, PLATFORM_NAME: 'Our Place' },
    config: {
      providers: {
        google: { issuer: standIns.google.issuer, ...client },
        platform: { issuer: standIns.platform.issuer, ...client, roleClaim },
      },
    },
  });

  const fixture: ProvidersFixture = {
    t,
    standIns,
    people: 0,
    nextPerson() {
      fixture.people += 1;
      for (const standIn of Object.values(standIns)) {
        standIn.hasForeignKeys = false;
        standIn.person = {
          sub: `person-${fixture.people}`,
          email: `person-${fixture.people}@example.org`,
          email_verified: true,
          given_name: 'Grace',
          family_name: 'Hopper',
        };
      }
    },
    async visit(url, cookies) {
      const response = await t.app.inject({ method: 'GET', url, cookies });
      expect(response.statusCode).toBe(302);
      const set = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
      return { location: String(response.headers.location), cookies: { ...cookies, ...set } };
    },
    async goThere(id, cookies = {}, query = '') {
      const begun = await fixture.visit(`/api/auth/${id}${query}`, cookies);
      return { back: await standIns[id].visit(begun.location), cookies: begun.cookies };
    },
    async signIn(id, cookies = {}, query = '') {
      const there = await fixture.goThere(id, cookies, query);
      return fixture.visit(pathOf(there.back), there.cookies);
    },
    whoIs: (cookies) => whoIs(t, cookies),
    async userCount() {
      return one(await t.deps.db.select({ total: count() }).from(users)).total;
    },
    async expectFailure({ location, cookies }, problem, usersBefore) {
      expect(new URL(location, PUBLIC_URL).searchParams.get('error')).toBe(problem);
      expect(location).toMatch(/^\/login\?/);
      expect(await fixture.whoIs(cookies)).toBeNull();
      expect(await fixture.userCount()).toBe(usersBefore);
    },
    async close() {
      await t.close();
      for (const standIn of Object.values(standIns)) await standIn.close();
    },
  };
  return fixture;
}

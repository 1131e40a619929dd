import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { type Newcomer, newcomer, PASSWORD } from './fixtures.ts';

/** A page or a context: its requests carry the cookies of its browser. */
export interface Caller {
  request: APIRequestContext;
}

interface Call {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  data?: object;
}

/** Makes data for a story without the screens. Fails the story if the server refuses. */
export async function callApi<T>({ request }: Caller, url: string, call: Call): Promise<T> {
  const { method, path, data } = call;
  const response = await request.fetch(`${url}${path}`, { method, headers: { origin: url }, data });
  const text = await response.text();
  expect(response.ok(), `${method} ${path}: ${response.status()} ${text}`).toBe(true);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Creates an account and signs in to it. */
export async function signUp(caller: Caller, url: string, who = newcomer()): Promise<Newcomer> {
  const data = { ...who, password: PASSWORD, confirmPassword: PASSWORD };
  await callApi(caller, url, { method: 'POST', path: '/api/auth/signup', data });
  return who;
}

/** Signs in to an existing account. */
export async function logIn(
  caller: Caller,
  url: string,
  account: { email: string; password: string },
): Promise<void> {
  await callApi(caller, url, { method: 'POST', path: '/api/auth/login', data: account });
}

/** Signs in as a new guest. */
export async function browseAsGuest(caller: Caller, url: string): Promise<void> {
  await callApi(caller, url, { method: 'POST', path: '/api/auth/guest' });
}

export async function vote(
  caller: Caller,
  url: string,
  appId: string | undefined,
  voteType: 'up' | 'down' = 'up',
): Promise<void> {
  await callApi(caller, url, { method: 'POST', path: '/api/votes', data: { appId, voteType } });
}

/** Views apps one after the other, as the user who is signed in. */
export async function viewApps(caller: Caller, url: string, appIds: readonly string[]): Promise<void> {
  for (const appId of appIds) {
    const data = {
      batchId: randomUUID(),
      interactions: [{ appId, interactionType: 'view', duration: 1_000 }],
    };
    await callApi(caller, url, { method: 'POST', path: '/api/interactions/batch', data });
  }
}

export interface NewApp {
  title: string;
  url: string;
  description?: string;
  category?: string;
  tags?: string[];
  language?: string;
}

export interface SubmittedApp {
  id: string;
  pageUrl: string;
}

/** Submits an app as the member who is signed in. */
export function submitApp(caller: Caller, url: string, app: NewApp): Promise<SubmittedApp> {
  const data = { description: 'Does one thing.', category: 'Utilities', ...app };
  return callApi(caller, url, { method: 'POST', path: '/api/apps', data });
}

/** Approves or rejects an app as the admin who is signed in. */
export async function decide(
  caller: Caller,
  url: string,
  appId: string | undefined,
  decision: { status: 'approved' | 'rejected'; reason?: string } = { status: 'approved' },
): Promise<void> {
  await callApi(caller, url, { method: 'PATCH', path: `/api/admin/apps/${appId}/status`, data: decision });
}

/** Reports an app as the member who is signed in. */
export async function reportApp(
  caller: Caller,
  url: string,
  data: { appId: string | undefined; reason?: string; kind?: string },
): Promise<void> {
  await callApi(caller, url, { method: 'POST', path: '/api/reports', data });
}

/** Returns the app with the title, as the admin who is signed in sees it. */
export async function findApp({ request }: Caller, url: string, title: string): Promise<AdminApp> {
  const response = await request.get(`${url}/api/admin/apps?search=${encodeURIComponent(title)}`);
  const app = ((await response.json()) as AdminApp[]).find((one) => one.title === title);
  if (!app) throw new Error(`There is no app ${title}.`);
  return app;
}

/** Deletes an app as the admin who is signed in. */
export async function deleteApp(caller: Caller, url: string, title: string): Promise<void> {
  const { id, updatedAt } = await findApp(caller, url, title);
  await callApi(caller, url, { method: 'DELETE', path: `/api/admin/apps/${id}`, data: { updatedAt } });
}

/** Creates an account and makes it an admin. `caller` is signed in to the new account, `by` to that of an admin. */
export async function addAdmin(
  caller: Caller,
  url: string,
  { by, firstName }: { by: Caller; firstName: string },
): Promise<void> {
  const { email } = await signUp(caller, url, newcomer(firstName));
  const { id } = (await (await caller.request.get(`${url}/api/auth/user`)).json()) as { id: string };
  await callApi(by, url, { method: 'PATCH', path: `/api/admin/users/${id}`, data: { isAdmin: true } });
  // A changed role ends the sessions of the account.
  await logIn(caller, url, { email, password: PASSWORD });
}

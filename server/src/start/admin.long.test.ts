import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { changePassword } from '@zapdeck/contract/accounts/account';
import { currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { defaultInstance, saveInstance } from '@zapdeck/contract/instance/instance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTotp, turnOnTotp } from '@zapdeck/contract/sign-in/totp';
import { findPasswordWeakness } from '../features/auth/password-policy.ts';
import { codeAt } from '../features/totp/totp.fixture.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import {
  freePorts,
  type ServerProcess,
  startServerProcess,
  TEST_SECRET_KEY,
} from '../testing/server-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMMAND = join(ROOT, 'server/dist/admin.js');
const OWNER = { email: 'owner@example.org', password: 'correct-horse-9' };
const run = promisify(execFile);

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

async function admin(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  try {
    const { stdout, stderr } = await run(process.execPath, [COMMAND, ...args], {
      cwd: ROOT,
      env: { ...process.env, SECRET_KEY: TEST_SECRET_KEY, ...env },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Outcome;
  }
}

describe('npm run admin', () => {
  let env: Record<string, string>;
  let folder: TemporaryFolder;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await clusterFolder();
    const { port, demoPort } = await freePorts();
    env = {
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      DATA_DIR: folder.path,
      DEMO: 'off',
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
      PASSWORD_POLICY: 'strict',
      // More accounts sign up here than a network may without a proof of work.
      RATE_LIMIT: 'off',
    };
    server = await startServerProcess(env);
  });
  afterAll(async () => {
    await server.end();
    await folder.remove();
  });

  async function post(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json', origin: server.url };
    return fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  async function read(path: string, cookie: string): Promise<Response> {
    return fetch(`${server.url}${path}`, { headers: { cookie } });
  }

  async function signUp(email: string): Promise<string> {
    const { password } = OWNER;
    const form = { email, password, confirmPassword: password, firstName: 'Robin' };
    return cookieOf(await post('/api/auth/signup', form));
  }

  test('grants, lists and revokes roles while the server runs, ends sessions and logs it', async () => {
    const cookie = await signUp('robin@example.org');
    expect(await admin(env, 'grant', ' Robin@Example.org ')).toMatchObject({ code: 0 });
    expect((await read(currentUser.path, cookie)).status).toBe(401);
    const promoted = cookieOf(await post(login.path, { ...OWNER, email: 'robin@example.org' }));
    const written = await read(auditLog.path, promoted);
    expect(written.status).toBe(200);
    expect(await written.json()).toMatchObject([{ action: 'user.promoted', actor: null }]);

    expect((await admin(env, 'list')).stdout).toMatch(
      /^owner@example\.org  admin .*\nrobin@example\.org  admin /,
    );
    expect(await admin(env, 'revoke', 'robin@example.org')).toMatchObject({ code: 0 });
    expect((await read(auditLog.path, promoted)).status).toBe(401);
    expect((await admin(env, 'list')).stdout).not.toContain('robin');
  });

  test('makes a moderator, who is listed after the admins, and removes the role', async () => {
    const email = 'mia@example.org';
    const cookie = await signUp(email);
    expect((await admin(env, 'grant', '--role', 'moderator', email)).stdout).toBe(
      `${email} is a moderator now.\n`,
    );
    expect((await read(currentUser.path, cookie)).status).toBe(401);
    const session = cookieOf(await post(login.path, { ...OWNER, email }));
    const me = await (await read(currentUser.path, session)).json();
    expect(me).toMatchObject({ role: 'moderator', isAdmin: false });
    expect((await admin(env, 'list')).stdout).toMatch(
      /^owner@example\.org  admin .*\nmia@example\.org  moderator /,
    );
    expect((await admin(env, 'grant', email, '--role=moderator')).stdout).toContain('is a moderator already');
    expect((await admin(env, 'revoke', email)).stdout).toContain('is no longer a moderator');
    expect((await admin(env, 'revoke', email)).stdout).toContain('has no role');
  });

  test('prints a new password that works, and ends every session', async () => {
    const cookie = await signUp('forgetful@example.org');
    const { stdout } = await admin(env, 'reset-password', 'forgetful@example.org');
    const password = stdout.trim().split(/\s+/).at(-1);
    expect((await read(currentUser.path, cookie)).status).toBe(401);
    expect((await post(login.path, { ...OWNER, email: 'forgetful@example.org' })).status).toBe(401);
    expect((await post(login.path, { email: 'forgetful@example.org', password })).status).toBe(200);
  });

  test('suspends members and lifts suspensions, and exports or deletes their data', async () => {
    const email = 'mallory@example.org';
    const cookie = await signUp(email);
    const granted = await admin(env, 'grant', email);
    expect(granted.stdout).toContain('This address is not confirmed');
    expect(await admin(env, 'suspend', email, 'Five', 'apps')).toMatchObject({ code: 0 });
    expect((await read(currentUser.path, cookie)).status).toBe(401);
    const refused = await post(login.path, { ...OWNER, email });
    expect(await refused.json()).toMatchObject({
      code: 'suspended',
      message: expect.stringContaining('Five apps'),
    });
    const path = join(folder.path, 'mallory.json');
    expect(await admin(env, 'export', email, path)).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ account: { email }, votes: [] });
    expect((await admin(env, 'export', email, path)).stderr).toContain('it is there already');
    expect(await admin(env, 'lift', email)).toMatchObject({ code: 0 });
    expect((await post(login.path, { ...OWNER, email })).status).toBe(200);
    expect(await admin(env, 'delete', email)).toMatchObject({ code: 0 });
    expect((await post(login.path, { ...OWNER, email })).status).toBe(401);
    const owner = cookieOf(await post(login.path, OWNER));
    const written = (await (await read(auditLog.path, owner)).json()) as { action: string; actor: unknown }[];
    expect(written.map(({ action, actor }) => [action, actor])).toEqual(
      expect.arrayContaining([
        ['user.deleted', null],
        ['user.lifted', null],
        ['user.suspended', null],
      ]),
    );
  });

  test('prints an invitation for the given number of people', async () => {
    const cookie = cookieOf(await post(login.path, OWNER));
    const save = async (registration: 'open' | 'invitation') => {
      const { method, path } = saveInstance;
      const headers = { 'content-type': 'application/json', origin: server.url, cookie };
      const body = JSON.stringify({ ...defaultInstance, registration });
      expect((await fetch(server.url + path, { method, headers, body })).status).toBe(200);
    };
    await save('invitation');
    const { stdout } = await admin(env, 'invite', '--uses', '2', '--days', '3');
    const invitation = /invitation=(\S+)/.exec(stdout)?.[1];
    const signUpAs = async (email: string) => {
      const { password } = OWNER;
      const form = { email, password, confirmPassword: password, firstName: 'Robin', invitation };
      return (await post('/api/auth/signup', form)).status;
    };
    const statuses = [
      await signUpAs('one@example.org'),
      await signUpAs('two@example.org'),
      await signUpAs('three@example.org'),
    ];
    expect(statuses).toEqual([201, 201, 403]);
    await save('open');
    for (const wrong of ['--uses=0', '--days=1000', '--for=ada'])
      expect((await admin(env, 'invite', wrong)).stderr).toContain('invite [--uses N] [--days N]');
  });

  test('removes the second factors of an account, which then signs in with the password', async () => {
    const email = 'phone-lost@example.org';
    const cookie = await signUp(email);
    const send = async (path: string, body?: unknown) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { origin: server.url, cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const { secret, setup } = (await (await send(startTotp.path)).json()) as {
      secret: string;
      setup: string;
    };
    const turnedOn = await send(turnOnTotp.path, { setup, code: codeAt(secret, new Date()) });
    expect(turnedOn.status).toBe(201);
    const form = { ...OWNER, email };
    expect(await (await post(login.path, form)).json()).toMatchObject({ code: 'code_needed' });
    expect((await admin(env, 'reset-factors', email)).stdout).toBe(
      `${email} has no second factors any more, and signs in with the password alone.\n`,
    );
    expect((await read(currentUser.path, cookie)).status).toBe(401);
    expect((await post(login.path, form)).status).toBe(200);
    const owner = cookieOf(await post(login.path, OWNER));
    const [entry] = (await (await read(auditLog.path, owner)).json()) as unknown[];
    expect(entry).toMatchObject({ action: 'user.factors_reset', actor: null });
  });

  test('unlinks providers and turns linking by address off', async () => {
    const email = 'linked@example.org';
    await signUp(email);
    const off = 'From now on, only the owner links a provider, in the settings.\n';
    expect(await admin(env, 'unlink', email)).toMatchObject({
      code: 0,
      stdout: `${email} was not linked.\n${off}`,
    });
    expect((await admin(env, 'unlink', email, 'google')).stdout).toBe(`${email} was not linked.\n${off}`);
  });

  test('adopts another secret key, and prints how many authenticator apps stop working', async () => {
    expect((await admin(env, 'adopt-secret-key')).stdout).toBe('This is the secret key of the database.\n');
    const other = { ...env, SECRET_KEY: 'another key that is long enough for this' };
    const adopted = await admin(other, 'adopt-secret-key');
    expect(adopted).toMatchObject({ code: 0 });
    expect(adopted.stdout).toContain('All accounts stay. 0 of them');
    expect((await admin(env, 'adopt-secret-key')).stdout).toContain('All accounts stay.');
  });

  test('signs out all users', async () => {
    const cookie = await signUp('somebody@example.org');
    expect((await read(currentUser.path, cookie)).status).toBe(200);
    expect((await admin(env, 'sign-out-all')).stdout).toMatch(/^\d+ sessions have ended/);
    expect((await read(currentUser.path, cookie)).status).toBe(401);
  });

  test('prints a password that is strong enough for admins', async () => {
    const { stdout } = await admin(env, 'reset-password', OWNER.email);
    const password = stdout.trim().split(/\s+/).at(-1) ?? '';
    expect(await findPasswordWeakness(password)).toBeNull();
    const { status } = await post(login.path, { email: OWNER.email, password });
    expect(status).toBe(200);
    const back = { currentPassword: password, password: OWNER.password, confirmPassword: OWNER.password };
    const cookie = cookieOf(await post(login.path, { email: OWNER.email, password }));
    const changed = await fetch(`${server.url}${changePassword.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie },
      body: JSON.stringify(back),
    });
    expect(changed.status).toBe(200);
  });

  test.each([
    [['revoke', OWNER.email], /last admin/],
    [['grant', 'nobody@example.org'], /no account with the email nobody@example\.org/],
    [['grant', 'nonsense'], /not an email address/],
    [['grant', '--role', 'owner', OWNER.email], /npm run admin -- COMMAND/],
    [['grant', '--role', 'member', OWNER.email], /npm run admin -- COMMAND/],
    [['grant', '--role', 'moderator'], /npm run admin -- COMMAND/],
    [['grant', '--role', 'moderator', OWNER.email], /last admin/],
    [['grant'], /npm run admin -- COMMAND/],
    [['suspend', OWNER.email], /npm run admin -- COMMAND/],
    [['suspend', OWNER.email, 'x'.repeat(3_000)], /At most/],
    [['delete', OWNER.email], /last admin/],
    [['lift', OWNER.email], /not suspended/],
    [['reset-factors', 'nobody@example.org'], /no account with the email nobody@example\.org/],
    [['reset-factors'], /npm run admin -- COMMAND/],
    [['unlink'], /npm run admin -- COMMAND/],
    [['unlink', OWNER.email, 'github'], /npm run admin -- COMMAND/],
    [['unlink', 'nobody@example.org'], /no account with the email nobody@example\.org/],
    [['sign-out-all', 'x@example.org'], /npm run admin -- COMMAND/],
    [['list', 'x@example.org'], /npm run admin -- COMMAND/],
    [['toString', 'x@example.org'], /npm run admin -- COMMAND/],
    [[], /npm run admin -- COMMAND/],
  ])('rejects %j', async (args, reason) => {
    const { code, stderr } = await admin(env, ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('works without a running server, and releases the data folder', async () => {
    await signUp('late@example.org');
    await server.end();
    expect(await admin(env, 'grant', 'late@example.org')).toMatchObject({ code: 0 });
    server = await startServerProcess(env);
    const cookie = cookieOf(await post(login.path, { ...OWNER, email: 'late@example.org' }));
    expect(await (await read(currentUser.path, cookie)).json()).toMatchObject({ isAdmin: true });
  });

  test('reports that there is no database yet', async () => {
    const empty = await temporaryFolder();
    const { code, stderr } = await admin({ ...env, DATA_DIR: empty.path }, 'list');
    expect([code, stderr]).toEqual([1, expect.stringContaining('no database')]);
    await empty.remove();
  });
});

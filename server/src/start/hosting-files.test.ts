import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startArguments } from '../testing/server-process.ts';
import { CONFIG_EXIT_CODE } from './environment.ts';
import { readConfig } from './read-config.ts';
import { Environment } from './env-variables.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const container = read('hosting/Containerfile');
const compose = read('hosting/compose.yaml');
const service = read('hosting/zapdeck.service');
const settings = Object.keys(Environment.shape);
const OTHERS = ['NODE_ENV', 'PATH'];

function preset(name: string): string | undefined {
  const [, env = ''] = /^ENV (.*)$/m.exec(container) ?? [];
  return new RegExp(`(?:^| )${name}=(\\S+)`).exec(env)?.[1];
}

const ofService = (name: string) =>
  new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? '';

test('files in hosting/ use only valid settings', () => {
  const named = [
    ...(/^ENV (.*)$/m.exec(container)?.[1] ?? '').matchAll(/([A-Z_]+)=/g),
    ...ofService('zapdeck').matchAll(/^ {6}([A-Z_]+):/gm),
    ...(/^Environment=(.*)$/m.exec(service)?.[1] ?? '').matchAll(/([A-Z_]+)=/g),
  ].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((name = '') => !settings.includes(name) && !OTHERS.includes(name))).toEqual([]);
  const values = { DOMAIN: 'zaps.example.org', ADMIN_EMAIL: 'a@example.org' };
  const filled = Object.fromEntries(
    [...ofService('zapdeck').matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value
        .replaceAll('"', '')
        .replace(/\$\{(\w+):[?-]\}/g, (_, of: string) =>
          /^(SMTP_URL|MAIL_FROM)$/.test(of) ? '' : (values[of as keyof typeof values] ?? 'long-enough-9'),
        ),
    ]),
  );
  expect(readConfig(filled)).toMatchObject({
    publicUrl: 'https://zaps.example.org',
    isDemo: false,
    port: 3000,
  });
  expect(filled['TRUSTED_PROXIES']).toBe(/ipv4_address: (\S+)/.exec(ofService('caddy'))?.[1]);
});

test('the image starts the server on its default ports, without root', () => {
  const command = JSON.parse(/^CMD (.*)$/m.exec(container)?.[1] ?? '') as string[];
  expect(command).toEqual(['node', ...startArguments()]);
  expect(/^ExecStart=\S+\/node (.*)$/m.exec(service)?.[1]).toBe(startArguments().join(' '));
  expect(/^EXPOSE (.*)$/m.exec(container)?.[1]).toBe(`${preset('PORT')} ${preset('DEMO_PORT')}`);
  const { port, demoPort } = readConfig({});
  expect([preset('PORT'), preset('DEMO_PORT')]).toEqual([String(port), String(demoPort)]);
  expect(/^VOLUME (.*)$/m.exec(container)?.[1]).toBe(preset('DATA_DIR'));
  expect(ofService('zapdeck')).toContain(`- zapdeck:${preset('DATA_DIR')}\n`);
  expect(ofService('caddy')).toContain(`--to zapdeck:${preset('PORT')}\n`);
  expect(/^USER (.*)$/m.exec(container)?.[1]).not.toBe('root');
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } };
  expect(container).toContain(`FROM docker.io/library/node:${dependencies.node.split('.')[0]}-`);
});

test('the image contains everything that the server needs, and no secrets or local builds', () => {
  expect(container).toMatch(/^COPY --from=build \/opt\/zapdeck \.$/m);
  expect(container).toContain('prepare.mjs --web && npm prune --omit=dev');
  const ignored = read('.dockerignore').trim().split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '**/.env', '*.backup', 'data', '.cache', '**/node_modules', '**/dist']),
  );
  for (const file of [container, compose])
    expect(file).not.toMatch(/(PASSWORD|TOKEN|SECRET)\w*(=|: )(?!\$\{)/);
});

test('the service restarts after failures, within a limit, and not after configuration errors', () => {
  const [unit = '', rest = ''] = service.split('[Service]');
  const numberOf = (name: string, part: string) =>
    Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(part)?.[1]);
  expect(rest).toMatch(/^Restart=on-failure$/m);
  expect(numberOf('RestartPreventExitStatus', rest)).toBe(CONFIG_EXIT_CODE);
  // Duration of as many failing starts as the limit allows, with their pauses.
  const burst = numberOf('StartLimitBurst', unit);
  expect(burst * numberOf('RestartSec', rest)).toBeLessThan(numberOf('StartLimitIntervalSec', unit) / 2);
});

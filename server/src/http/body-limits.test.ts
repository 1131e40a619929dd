import { bodyMaxBytes, type Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { submitApp } from '@zapdeck/contract/apps/apps';
import { DESCRIPTION_MAX, TAG_LENGTH_MAX, TAGS_MAX, TITLE_MAX } from '@zapdeck/contract/apps/listing';
import { decideApps, DECISIONS_MAX } from '@zapdeck/contract/moderation/decisions';
import { login } from '@zapdeck/contract/sign-in/auth';
import { DURATIONS_MAX, recordDurations } from '@zapdeck/contract/feed/interactions';
import { ERROR_DATA_MAX, reportError } from '@zapdeck/contract/instance/error-logs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newId } from '../db/columns.ts';
import type { JsonSchema } from '../features/api-docs/document-schemas.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const NUMBER = -1.234_567_890_123_45e-300;
const LONGEST_MOMENT = '2026-11-25T02:31:17.123456789Z';

/** Objects whose keys are data. Their schemas have no maximum. */
const largestMaps: Readonly<Record<string, () => unknown>> = {
  durations: () => Object.fromEntries(Array.from({ length: DURATIONS_MAX }, () => [newId(), NUMBER])),
  seen: () => Object.fromEntries(Array.from({ length: DECISIONS_MAX }, () => [newId(), LONGEST_MOMENT])),
  additionalData: () => ({ a: '🚀'.repeat((ERROR_DATA_MAX - '{"a":""}'.length) / 2) }),
};

function longest(values: readonly unknown[]): unknown {
  const length = (value: unknown) => escapedJson(value).length;
  return values.toSorted((a, b) => length(b) - length(a))[0];
}

function largestString({ maxLength, format, pattern }: JsonSchema): string {
  if (format === 'uuid') return newId();
  if (format === 'date-time') return LONGEST_MOMENT;
  const length = maxLength ?? Number(/\{(\d+)\}/.exec(pattern ?? '')?.[1]);
  if (!Number.isInteger(length)) throw new Error('A text without a maximum');
  return '🚀'.repeat(length / 2) + 'x'.repeat(length % 2);
}

/** Returns the largest map of a schema whose keys are listed. */
function largestMap({ propertyNames, additionalProperties }: JsonSchema): unknown {
  const keys = typeof propertyNames === 'object' ? (propertyNames.enum as string[] | undefined) : undefined;
  if (!keys || typeof additionalProperties !== 'object') throw new Error('A map without a maximum');
  return Object.fromEntries(keys.map((key) => [key, largest(additionalProperties)]));
}

/** Returns the largest value that the schema accepts, with text of four-byte characters. */
function largest(schema: JsonSchema, name = ''): unknown {
  const makeMap = largestMaps[name];
  if (makeMap) return makeMap();
  if (schema.anyOf) return longest(schema.anyOf.map((one) => largest(one)));
  if (schema.enum) return longest(schema.enum);
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'string':
      return largestString(schema);
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return NUMBER;
    case 'array':
      if (schema.maxItems === undefined) throw new Error('A list without a maximum');
      return Array.from({ length: schema.maxItems }, () => largest(schema.items ?? {}));
    case 'object':
      if (!schema.properties) return largestMap(schema);
      return Object.fromEntries(
        Object.entries(schema.properties).map(([key, one]) => [key, largest(one, key)]),
      );
    default:
      return null;
  }
}

/** Returns JSON in which every character of a string is an escape of six characters. */
function escapedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => {
    const units = [
      ...Buffer.from(JSON.parse(text) as string, 'utf16le')
        .swap16()
        .toString('hex')
        .matchAll(/.{4}/g),
    ];
    return `"${units.map((unit) => `\\u${unit[0]}`).join('')}"`;
  });
}

async function send(route: Route, payload: string) {
  const response = await t.app.inject({
    method: route.method,
    url: route.path.replaceAll(/:\w+/g, newId()),
    cookies: (await t.person('admin')).cookies,
    headers: { origin: t.deps.config.publicUrl, 'content-type': 'application/json' },
    payload,
  });
  return { status: response.statusCode, body: response.body };
}

const withBody = Object.entries<Route>(routes).filter(([, { body }]) => body);

describe.each(withBody)('%s', (_name, route) => {
  const value = largest(z.toJSONSchema(route.body ?? z.object({}), { io: 'input' }) as JsonSchema);

  test.each([
    ['characters of four bytes', JSON.stringify(value)],
    ['escaped characters', escapedJson(value)],
  ])('reads the largest valid body in %s', async (_what, payload) => {
    expect(JSON.parse(payload)).toEqual(value);
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(bodyMaxBytes(route));
    expect((await send(route, payload)).status).not.toBe(413);
  });

  test('rejects a body one byte over its maximum with 413', async () => {
    const fitting = `{}${' '.repeat(bodyMaxBytes(route) - 2)}`;
    expect((await send(route, fitting)).status).not.toBe(413);
    const { status, body } = await send(route, `${fitting} `);
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ code: 'body_too_large' });
  });
});

test('rejects a chunked body that exceeds the maximum', async () => {
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1_024;
      controller.enqueue(new Uint8Array(1_024).fill(32));
    },
  });
  const response = await fetch(`${address}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: t.deps.config.publicUrl },
    body: endless,
    duplex: 'half',
  });
  expect(response.status).toBe(413);
  expect(sent).toBeGreaterThan(bodyMaxBytes(login));
});

const ids = (count: number) => Array.from({ length: count }, newId);

const largestExamples: readonly [string, Route, object][] = [
  [
    'a submission',
    submitApp,
    {
      title: '🚀'.repeat(TITLE_MAX / 2),
      description: '🚀'.repeat(DESCRIPTION_MAX / 2),
      url: `https://largest.example.com/${'x'.repeat(2_000)}`,
      category: 'Games',
      tags: Array.from({ length: TAGS_MAX }, (_, at) => `${at}${'é'.repeat(TAG_LENGTH_MAX - 2)}`),
    },
  ],
  [
    'a report of an error',
    reportError,
    { errorType: 'API_ERROR', errorMessage: '🚀'.repeat(1_000), stackTrace: '\u0001'.repeat(10_000) },
  ],
  ['decisions', decideApps, { ids: ids(DECISIONS_MAX), decision: 'approved', reason: 'é'.repeat(500) }],
  [
    'durations',
    recordDurations,
    { durations: Object.fromEntries(ids(DURATIONS_MAX).map((id) => [id, 1_799_999.5])) },
  ],
];

test.each(largestExamples)('accepts %s of the maximum size', async (_what, route, body) => {
  expect((await send(route, escapedJson(body))).status).toBeLessThan(300);
});

import fc from 'fast-check';
import { contentTypes, keys, malformed, oddHeaders, rawQueries, weird, weirdTexts } from './odd-values.ts';

/** Text of undeclared fields. It must not be stored. */
export const UNDECLARED = 'undeclared-text-7f3a';

export interface Draft {
  method: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  /** An object until a mutation replaces it. */
  body: unknown;
  raw: string | undefined;
}

export type Mutation =
  | { kind: 'replace'; at: number; value: unknown }
  | { kind: 'drop'; at: number }
  | { kind: 'extra'; value: unknown }
  | { kind: 'query'; name: string; value: string }
  | { kind: 'rawQuery'; value: string }
  | { kind: 'pathId'; value: string }
  | { kind: 'raw'; value: string }
  | { kind: 'huge'; times: number }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'method'; value: string };

const at = fc.nat({ max: 30 });
const header = (name: string, values: readonly string[]) =>
  fc.constantFrom(...values).map((value): Mutation => ({ kind: 'header', name, value }));
const weirdText = fc.oneof(fc.constantFrom(...weirdTexts), fc.string({ unit: 'binary', maxLength: 20 }));
const queryNames = [
  'limit',
  'offset',
  'cursor',
  'ids',
  'search',
  'status',
  'sort',
  'from',
  'to',
  '__proto__',
];

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('replace' as const), at, value: weird }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('drop' as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('extra' as const),
      value: fc.constantFrom<unknown>(UNDECLARED, [UNDECLARED], { a: UNDECLARED }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('query' as const),
      name: fc.oneof(fc.constantFrom(...queryNames), weirdText),
      value: weirdText,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rawQuery' as const), value: fc.constantFrom(...rawQueries) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pathId' as const), value: weirdText }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('raw' as const),
      value: fc.oneof(fc.constantFrom(...malformed), fc.string({ maxLength: 40 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('huge' as const), times: fc.constant(1_100_000) }) },
  { weight: 2, arbitrary: header('content-type', contentTypes) },
  { weight: 3, arbitrary: header('idempotency-key', keys) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...oddHeaders)
      .map(([name, value]): Mutation => ({ kind: 'header', name, value })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('method' as const),
      value: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    }),
  },
);

interface Place {
  parent: Record<string, unknown>;
  key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesIn(parent[key])]);
}

function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Applies the mutation to the draft, if possible. */
export function mutate(draft: Draft, change: Mutation): void {
  const places = placesIn(draft.body);
  switch (change.kind) {
    case 'replace': {
      const place = places[change.at % Math.max(1, places.length)];
      // Cloned, because drawn values are shared and later mutations may change it.
      const value = structuredClone(change.value);
      if (place) place.parent[place.key] = value;
      else draft.body = value;
      break;
    }
    case 'drop': {
      const place = places[change.at % Math.max(1, places.length)];
      if (place) delete place.parent[place.key];
      break;
    }
    case 'extra':
      if (typeof draft.body === 'object' && draft.body !== null)
        Object.assign(draft.body, { [UNDECLARED]: structuredClone(change.value) });
      else draft.query.push([UNDECLARED, UNDECLARED]);
      break;
    case 'query':
      draft.query.push([percentEncode(change.name), percentEncode(change.value)]);
      break;
    case 'rawQuery':
      draft.query.push([change.value, '']);
      break;
    case 'pathId':
      draft.path = draft.path.replace(/[0-9a-f-]{36}/, percentEncode(change.value));
      break;
    case 'raw':
      draft.raw = change.value;
      break;
    case 'huge':
      draft.raw = JSON.stringify({ a: 'x'.repeat(change.times) });
      break;
    case 'header':
      draft.headers[change.name] = change.value;
      break;
    case 'method':
      draft.method = change.value;
      break;
  }
}

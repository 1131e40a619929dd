import { type Route, takesIdempotencyKey } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import fc from 'fast-check';
import type { JsonSchema } from '../../features/api-docs/document-schemas.ts';
import type { ApiDocument, Operation } from '../../features/api-docs/openapi.ts';
import { formBody, pictureBody } from '../example-bodies.ts';
import type { Role } from '../test-app.ts';
import { type Draft, mutate, type Mutation, mutation } from './mutations.ts';
import { namedIn, valuesOf } from './valid-values.ts';

type CallName = keyof typeof routes;

/** Everything that a request is made from. fast-check draws, shrinks and prints it. */
export interface Plan {
  name: CallName;
  role: Role;
  id: string;
  query: Record<string, unknown>;
  body: unknown;
  form: { file: string; name: string };
  key: string | undefined;
  mutations: Mutation[];
}

const MUTATIONS_MAX = 2;

const row = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.stringMatching(/^[A-Za-z ]{1,20}$/), fc.stringMatching(/^[a-z]{1,8}$/))
      .map(([title, host]) => `"${title}","Words, with a comma",https://${host}.example.com/,Games`),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);
const form = fc.record({
  name: fc.constantFrom('apps.csv', 'apps.csv', 'APPS.CSV', 'apps.txt', ''),
  file: fc
    .array(row, { maxLength: 4 })
    .map((rows) => ['title,description,url,category', ...rows].join('\r\n')),
});

/** The first role has access. */
const rolesFor: Readonly<Record<Route['access'], readonly [Role, ...Role[]]>> = {
  public: ['visitor', 'guest', 'member', 'admin'],
  session: ['guest', 'member', 'admin', 'visitor'],
  account: ['member', 'member', 'admin', 'member', 'guest', 'visitor'],
  member: ['member', 'member', 'admin', 'member', 'guest', 'visitor'],
  moderator: ['moderator', 'admin', 'admin', 'moderator', 'member', 'guest', 'visitor'],
  admin: ['admin', 'admin', 'admin', 'admin', 'moderator', 'member', 'guest', 'visitor'],
};

/** In queries, unbounded text is a flag. */
function inAddress(schema: JsonSchema): JsonSchema {
  const { type, maxLength, format, enum: words } = schema;
  const isSwitch = type === 'string' && maxLength === undefined && !format && !words;
  return isSwitch ? { enum: ['true', 'false'] } : schema;
}

function schemaOf(operation: Operation | undefined, place: 'query' | 'body'): JsonSchema {
  if (place === 'body') return operation?.requestBody?.content?.['application/json']?.schema ?? {};
  const parameters = operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, inAddress(schema)])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function planOf(name: CallName, operation: Operation | undefined, document: ApiDocument): fc.Arbitrary<Plan> {
  const route: Route = routes[name];
  const known = document.components.schemas;
  // Cursors come from the server. Invalid ones are covered by mutations.
  const { cursor: _, ...properties } = schemaOf(operation, 'query').properties ?? {};
  const query = { ...schemaOf(operation, 'query'), properties };
  return fc.record({
    name: fc.constant(name),
    role: fc.constantFrom(...rolesFor[route.access]),
    id: namedIn(route),
    query: valuesOf(query, known) as fc.Arbitrary<Record<string, unknown>>,
    body: route.body ? valuesOf(schemaOf(operation, 'body'), known) : fc.constant(undefined),
    form: route.encoding === 'multipart' ? form : fc.constant({ file: '', name: '' }),
    key: takesIdempotencyKey(route)
      ? fc.option(fc.constantFrom('key-1', 'key-2', 'key-3'), { nil: undefined, freq: 4 })
      : fc.constant(undefined),
    mutations: fc.oneof(
      { weight: 4, arbitrary: fc.constant<Mutation[]>([]) },
      { weight: 5, arbitrary: fc.array(mutation, { minLength: 1, maxLength: MUTATIONS_MAX }) },
    ),
  });
}

/** Returns plans over all endpoints, and valid plans for one endpoint. */
export function plansOf(document: ApiDocument): {
  mixed: fc.Arbitrary<Plan>;
  plain: ReadonlyMap<CallName, fc.Arbitrary<Plan>>;
} {
  const operations = new Map(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  const names = Object.keys(routes) as CallName[];
  const all = names.map((name) => [name, planOf(name, operations.get(name), document)] as const);
  const plain = all.map(([name, plans]) => {
    const [role] = rolesFor[routes[name].access];
    return [name, plans.map((plan) => ({ ...plan, role, key: undefined, mutations: [] }))] as const;
  });
  return { mixed: fc.oneof(...all.map(([, plans]) => plans)), plain: new Map(plain) };
}

/** Builds the request of a plan and applies its mutations. */
export function draftOf(plan: Plan, origin: string): Draft {
  const route: Route = routes[plan.name];
  const picture = route.encoding === 'picture' ? pictureBody : undefined;
  const raw = route.encoding === 'multipart' ? formBody(plan.form) : picture;
  const draft: Draft = {
    method: route.method,
    path: route.path.replace(/:(id|host|date)/, plan.id).replace(':page/:language', 'terms/en'),
    query: Object.entries(plan.query).map(([name, value]) => [
      name,
      encodeURIComponent(String(value).toWellFormed()),
    ]),
    headers: {
      origin,
      ...(raw ? { 'content-type': raw.type } : {}),
      ...(route.body ? { 'content-type': 'application/json' } : {}),
      ...(plan.key === undefined ? {} : { 'idempotency-key': plan.key }),
    },
    body: structuredClone(plan.body),
    raw: raw?.payload,
  };
  for (const change of plan.mutations) mutate(draft, change);
  return draft;
}

import { API_TOKEN_PREFIX } from '@zapdeck/contract/accounts/api-tokens';
import { pictureTypes } from '@zapdeck/contract/apps/change-own-app';
import { CSV_FIELD, FIRST_VIEWS_FIELD } from '@zapdeck/contract/apps/bulk-upload';
import { ErrorBody, type ErrorCode, errorCatalogue } from '@zapdeck/contract/wire/errors';
import { VERSION_HEADER } from '@zapdeck/contract/instance/settings';
import { END_CURSOR_HEADER, NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed/feed';
import {
  type Access,
  bodyMaxBytes,
  errorsOf,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_KEY_MAX,
  type Route,
  successStatus,
  takesIdempotencyKey,
} from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { collectSchemas, type JsonSchema, type SchemaCollection } from './document-schemas.ts';
import type { ResponseObject, ApiDocument, Operation, Parameter } from './openapi.ts';

const accessDescriptions: Readonly<Record<Access, string>> = {
  public: 'No session needed.',
  session: 'For signed-in users and guests.',
  account: 'For signed-in users.',
  member: 'For signed-in users with a confirmed address, if the instance requires one.',
  moderator:
    'For moderators and admins. Moderators get no email addresses: `email` is null, and the name may be its local part.',
  admin: 'For admins.',
};

const SESSION = 'session';
const TOKEN = 'token';

function proofCaseOf({ proof }: Route): string {
  if (typeof proof === 'object') return ` if ${proof.when}`;
  return proof === 'password' ? ' if the account has a second factor, or no password' : '';
}

function descriptionOf(route: Route): string {
  const { access, proof, scope } = route;
  const proved =
    proof &&
    `A session needs a proof of the last 15 minutes${proofCaseOf(route)}. Without it: 403 \`proof_needed\`, then \`POST /api/auth/prove\`.`;
  const token = scope && `API tokens need the scope \`${scope}\`${proof ? ' and no proof' : ''}.`;
  return [accessDescriptions[access], proved, token].filter(Boolean).join('\n\n');
}

function securityOf({ access, scope }: Route): Operation['security'] {
  if (access === 'public') return [];
  return [{ [SESSION]: [] }, ...(scope === undefined ? [] : [{ [TOKEN]: [scope] }])];
}

const tags = [
  { name: 'Apps', description: 'The feed, votes, submissions and interactions.' },
  { name: 'Signing in', description: 'Sessions, passwords and sign-in providers.' },
  { name: 'The account', description: 'Data and settings of the signed-in user.' },
  { name: 'Administration', description: 'Moderation, users and settings.' },
] as const;

function routeTagOf({ path }: Route): string {
  if (path.startsWith('/api/admin/')) return 'Administration';
  if (/^\/api\/(auth\/|login|logout)/.test(path)) return 'Signing in';
  return /^\/api\/(user\/|tokens)/.test(path) ? 'The account' : 'Apps';
}

const text = (description: string) => ({ description, schema: { type: 'string' } });
const retryAfter = {
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
};

function errorResponsesOf(route: Route, schemas: SchemaCollection): Record<string, ResponseObject> {
  const body = schemas.convert(ErrorBody, 'output');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const schema = { allOf: [body, { properties: { code: { enum: codes } } }] };
      const description = codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n');
      const headers = status === 429 || status === 503 ? { headers: retryAfter } : {};
      const page = route.encoding === 'form' ? { 'text/html': { schema: { type: 'string' } } } : {};
      return [status, { description, ...headers, content: { 'application/json': { schema }, ...page } }];
    }),
  );
}

function successResponseOf(
  route: Route,
  query: JsonSchema | undefined,
  schemas: SchemaCollection,
): ResponseObject {
  if (route.response === 'redirect') {
    return { description: 'Redirects to a page.', headers: { location: text('Address of the page.') } };
  }
  if (route.response === 'empty') return { description: 'Done.' };
  if (route.response === 'csv') {
    return {
      description: 'The CSV file as an attachment.',
      headers: { 'content-disposition': text('An attachment, named after the list and the day.') },
      content: { 'text/csv': { schema: { type: 'string' } } },
    };
  }
  const isPaged = query?.properties?.['limit'] && query.properties['offset'];
  const headers: ResponseObject['headers'] = {
    ...(isPaged
      ? { [TOTAL_COUNT_HEADER]: { description: 'Total number of items.', schema: { type: 'integer' } } }
      : {}),
    ...(route.versioned
      ? { [VERSION_HEADER]: { description: 'Version of the settings.', schema: { type: 'integer' } } }
      : {}),
    ...(query?.properties?.['cursor']
      ? {
          [NEXT_CURSOR_HEADER]: text('Cursor of the next page; missing on the last one.'),
          [END_CURSOR_HEADER]: text('On the last page only: cursor of apps that are approved later.'),
        }
      : {}),
  };
  return {
    description: 'Done.',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { 'application/json': { schema: schemas.convert(route.response, 'output') } },
  };
}

function parametersOf(place: 'path' | 'query', schema: JsonSchema | undefined): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: schema?.required?.includes(name) ?? false,
    schema: property,
  }));
}

const idempotencyKey: Parameter = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  required: false,
  description: 'Requests with the same key get the first response again, for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX, pattern: '^[\\x21-\\x7e]+$' },
};

function bodyOf(route: Route, schemas: SchemaCollection): Operation['requestBody'] {
  const size = { required: true, description: `At most ${bodyMaxBytes(route) / 1024} KiB.` };
  if (route.encoding === 'multipart') {
    const file = { type: 'string', contentMediaType: 'text/csv' };
    const firstViews = {
      type: 'string',
      enum: ['on'],
      description: 'Before the file. Gives the apps first views.',
    };
    const properties = { [FIRST_VIEWS_FIELD]: firstViews, [CSV_FIELD]: file };
    const schema = { type: 'object', properties, required: [CSV_FIELD] };
    return { ...size, content: { 'multipart/form-data': { schema } } };
  }
  if (route.encoding === 'picture') {
    const file = (type: string) => ({ schema: { type: 'string', contentMediaType: type } });
    return { ...size, content: Object.fromEntries(pictureTypes.map((type) => [type, file(type)])) };
  }
  if (!route.body) return undefined;
  return {
    ...size,
    content: { 'application/json': { schema: schemas.convert(route.body, 'input') } },
  };
}

function operationOf(name: string, route: Route, schemas: SchemaCollection): Operation {
  const query = route.query && schemas.convert(route.query, 'input');
  const parameters = [
    ...parametersOf('path', route.params && schemas.convert(route.params, 'input')),
    ...parametersOf('query', query),
    ...(takesIdempotencyKey(route) ? [idempotencyKey] : []),
  ];
  const requestBody = bodyOf(route, schemas);
  return {
    operationId: name,
    summary: route.summary,
    description: descriptionOf(route),
    tags: [routeTagOf(route)],
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [successStatus(route)]: successResponseOf(route, query, schemas),
      ...errorResponsesOf(route, schemas),
    },
  };
}

const INTRODUCTION = `All endpoints, with the requests and responses as the server validates them.

Signing in sets a session cookie, which further requests must send. Browsers may write only from pages of this site. Other clients send JSON bodies as \`application/json\`.

Programs use API tokens, which members create in their settings. A token is sent as \`Authorization: Bearer ${API_TOKEN_PREFIX}…\`, instead of a cookie. It acts for its owner, on the endpoints that name its scope. With an unknown, expired or revoked token, every endpoint answers 401 \`unknown_token\`. Endpoints without a scope answer 403 \`token_not_accepted\`.

All errors have the same form: a \`code\` from a closed list, a \`message\` for people, the invalid \`fields\` for \`invalid_input\`, and a \`requestId\`, which is in the log. A rejected request changes nothing. Limits of text lengths count UTF-16 units, like JavaScript.

Requests that reach no endpoint get errors of the same form: 400 for invalid HTTP, 408 for requests that arrive too slowly, 417 for expectations except \`100-continue\`, and 431 for headers that are too large. Responses with an \`etag\` are 304 without a body if \`if-none-match\` has the same tag.`;

export function documentPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

export function apiDocument({
  publicUrl,
  cookieName,
  version,
  name,
}: {
  publicUrl: string;
  cookieName: string;
  version: string;
  name: string;
}): ApiDocument {
  const schemas = collectSchemas();
  const paths: ApiDocument['paths'] = {};
  for (const [call, route] of Object.entries<Route>(routes)) {
    const path = documentPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(call, route, schemas) };
  }
  const byName = Object.entries(schemas.components).toSorted(([a], [b]) => a.localeCompare(b));
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version,
      description: INTRODUCTION,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: publicUrl }],
    tags: [...tags],
    paths,
    components: {
      schemas: Object.fromEntries(byName),
      securitySchemes: {
        [SESSION]: { type: 'apiKey', in: 'cookie', name: cookieName },
        [TOKEN]: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, which works where its scope is named.',
        },
      },
    },
  };
}

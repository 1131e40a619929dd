import { pictureTypes } from '@zapdeck/contract/change-own-app';
import { CSV_FIELD } from '@zapdeck/contract/bulk-upload';
import { ErrorBody, type ErrorCode, errorCatalogue } from '@zapdeck/contract/errors';
import { END_CURSOR_HEADER, NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed';
import {
  type Access,
  bodyMaxBytes,
  errorsOf,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_KEY_MAX,
  type Route,
  successStatus,
  takesIdempotencyKey,
} from '@zapdeck/contract/route';
import { routes } from '@zapdeck/contract/routes';
import { collectSchemas, type JsonSchema, type SchemaCollection } from './document-schemas.ts';
import type { Answer, ApiDocument, Operation, Parameter } from './openapi.ts';

const accessDescriptions: Readonly<Record<Access, string>> = {
  public: 'Anybody may call this.',
  session: 'For everybody who is signed in, guests too.',
  member: 'For everybody who is signed in and not a guest.',
  admin: 'For admins.',
};

const tags = [
  { name: 'Apps', description: 'The feed, votes, submissions and what people do with apps.' },
  { name: 'Signing in', description: 'Sessions, passwords and the providers.' },
  { name: 'The account', description: 'What belongs to the person who is signed in.' },
  { name: 'Administration', description: 'Moderation, users and settings.' },
] as const;

function tagOf({ path }: Route): string {
  if (path.startsWith('/api/admin/')) return 'Administration';
  if (/^\/api\/(auth\/|login|logout)/.test(path)) return 'Signing in';
  return path.startsWith('/api/user/') ? 'The account' : 'Apps';
}

const text = (description: string) => ({ description, schema: { type: 'string' } });
const retryAfter = {
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
};

/** Returns one response per status, with the error codes that it can have. */
function refusalsOf(route: Route, schemas: SchemaCollection): Record<string, Answer> {
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

function successOf(route: Route, query: JsonSchema | undefined, schemas: SchemaCollection): Answer {
  if (route.response === 'redirect') {
    return { description: 'Goes on to another page.', headers: { location: text('Where to.') } };
  }
  if (route.response === 'empty') return { description: 'Done.' };
  if (route.response === 'csv') {
    return {
      description: 'The CSV file as an attachment.',
      headers: { 'content-disposition': text('An attachment, named for the list and the day.') },
      content: { 'text/csv': { schema: { type: 'string' } } },
    };
  }
  const isPaged = query?.properties?.['limit'] && query.properties['offset'];
  const headers: Answer['headers'] = {
    ...(isPaged
      ? { [TOTAL_COUNT_HEADER]: { description: 'How long the whole list is.', schema: { type: 'integer' } } }
      : {}),
    ...(query?.properties?.['cursor']
      ? {
          [NEXT_CURSOR_HEADER]: text('Brings the next page; missing on the last.'),
          [END_CURSOR_HEADER]: text('On the last page only: brings, as a cursor, what was approved since.'),
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
    const schema = { type: 'object', properties: { [CSV_FIELD]: file }, required: [CSV_FIELD] };
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
    description: accessDescriptions[route.access],
    tags: [tagOf(route)],
    security: route.access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [successStatus(route)]: successOf(route, query, schemas),
      ...refusalsOf(route, schemas),
    },
  };
}

const INTRODUCTION = `Every call, as the server checks it: what goes in and what comes out.

Signing in sets a cookie, which all further calls carry. A write from a browser must come from our own pages; another client sends its body as \`application/json\`.

Whatever is refused is answered in one shape: a \`code\` from a closed list, a sentence for people, for \`invalid_input\` the \`fields\` that are wrong, and the \`requestId\` that the log knows. A refused call has changed nothing. Lengths of texts are counted in UTF-16 units, as a browser counts what is typed.

So are requests that never become a call: 400 for what is not HTTP, 408 for what takes too long to arrive, 417 for an expectation but \`100-continue\`, 431 for headers that are too large. An answer with an \`etag\` is 304 without a body to whoever asks again with it in \`if-none-match\`.`;

/** Converts a path to OpenAPI syntax, with braces around parameters. */
export function documentPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Returns the OpenAPI 3.1 document of the contract. */
export function apiDocument({
  publicUrl,
  cookieName,
  version,
}: {
  publicUrl: string;
  cookieName: string;
  version: string;
}): ApiDocument {
  const schemas = collectSchemas();
  const paths: ApiDocument['paths'] = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = documentPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route, schemas) };
  }
  const byName = Object.entries(schemas.components).toSorted(([a], [b]) => a.localeCompare(b));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Zapdeck',
      version,
      description: INTRODUCTION,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: publicUrl }],
    tags: [...tags],
    paths,
    components: {
      schemas: Object.fromEntries(byName),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  };
}

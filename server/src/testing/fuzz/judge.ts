import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ValidateFunction } from 'ajv';
import type { ApiDocument } from '../../features/api-docs/openapi.ts';

/** Response with a decompressed body. */
export interface Answer {
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

export type Judge = (asked: { method: string; path: string }, answer: Answer) => string[];

const DOCUMENT = 'document';
/** Implementation details that must not leak. */
const INNARDS = /node_modules|\.ts:\d+|\bat \w+ \(|SELECT |INSERT INTO|violates|syntax error at/;

const protections: readonly (readonly [string, RegExp])[] = [
  ['content-security-policy', /default-src 'none'.*frame-ancestors 'none'/],
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^same-origin$/],
  ['referrer-policy', /./],
  ['permissions-policy', /camera=\(\)/],
];

const pointer = (...parts: string[]) =>
  parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const typeOf = (headers: Answer['headers']): string => String(headers['content-type']);

function faultsOfRefusal({ headers, body, statusCode }: Answer): string[] {
  const faults: string[] = [];
  if (headers['cache-control'] !== 'no-store') faults.push('a refusal may be kept by caches');
  if (INNARDS.test(body)) faults.push('a refusal tells of the innards');
  const { requestId, code } = (parsed(body) ?? {}) as { requestId?: unknown; code?: unknown };
  const isJson = body !== '' && !typeOf(headers).startsWith('text/html');
  if (isJson && requestId !== headers['x-request-id']) faults.push('the ids of the request differ');
  if (isJson && statusCode === 401 && (code === 'unauthorized') !== body.includes('Unauthorized')) {
    faults.push('a 401 of the wrong kind');
  }
  if ((statusCode === 429 || statusCode === 503) && !headers['retry-after']) faults.push('no Retry-After');
  if (statusCode === 405 && !headers['allow']) faults.push('no Allow');
  return faults;
}

/** Compares responses with the document: status, body, headers and common headers. */
export function createJudge(document: ApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, DOCUMENT);
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (path: string, method: string, status: string): ValidateFunction => {
    const $ref = `${DOCUMENT}#/${pointer('paths', path, method, 'responses', status, 'content', 'application/json', 'schema')}`;
    const validator = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, validator);
    return validator;
  };
  // Paths without parameters match first.
  const paths = Object.keys(document.paths).toSorted(
    (a, b) => Number(a.includes('{')) - Number(b.includes('{')),
  );
  const templates = paths.map(
    (path) => [path, new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`)] as const,
  );
  const refusal = ajv.compile({ $ref: `${DOCUMENT}#/components/schemas/ErrorBody` });

  const faultsOfBody = (validator: ValidateFunction, body: string): string[] => {
    const isFine = validator(parsed(body));
    return isFine ? [] : [`the body is not as documented: ${ajv.errorsText(validator.errors)}`];
  };

  return ({ method, path: address }, answer) => {
    const { statusCode, body, headers } = answer;
    const status = String(statusCode);
    const faults = protections
      .filter(([name, pattern]) => !pattern.test(String(headers[name])))
      .map(([name]) => `the header ${name} is missing or wrong`);
    if (statusCode >= 400) faults.push(...faultsOfRefusal(answer));
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const fitting = templates.filter(([, pattern]) => pattern.test(address)).map(([path]) => path);
    // Like the router: another method of a static path may match a path with an id.
    const template = fitting.find((path) => document.paths[path]?.[verb]) ?? fitting[0];
    const methods = template === undefined ? {} : (document.paths[template] ?? {});
    const asked = methods[verb];
    // Redirect endpoints reject HEAD, because they are only for navigation.
    const operation = method === 'HEAD' && asked?.responses['302'] ? undefined : asked;
    if (statusCode >= 500 && statusCode !== 503) faults.push('a fault of ours');
    if (!operation || template === undefined) {
      // An empty id is never found.
      const isNowhere = address.includes('//') || address.endsWith('/');
      const expected = template === undefined ? [404] : isNowhere ? [404, 405] : [405];
      if (!expected.includes(statusCode)) faults.push(`expected ${expected.join(' or ')}`);
      return method === 'HEAD' ? faults : [...faults, ...faultsOfBody(refusal, body)];
    }
    // 304 is documented once for all endpoints with an ETag.
    if (statusCode === 304 && headers['etag'] && body === '') return faults;
    const documented = operation.responses[status];
    if (!documented) return [...faults, 'the status is not documented'];
    for (const name of Object.keys(documented.headers ?? {})) {
      const mayBeMissing = name === 'x-next-cursor' || name === 'x-end-cursor';
      if (!headers[name] && !mayBeMissing) faults.push(`the header ${name} is missing`);
    }
    if (method === 'HEAD') return faults;
    if (!documented.content) return body === '' ? faults : [...faults, 'a body where none is documented'];
    const types = Object.keys(documented.content);
    const type = types.find((name) => typeOf(headers).startsWith(name));
    if (type === undefined) faults.push(`the body is no ${types.join(' or ')}`);
    if (type !== 'application/json') return faults;
    return [...faults, ...faultsOfBody(validatorOf(template, method.toLowerCase(), status), body)];
  };
}

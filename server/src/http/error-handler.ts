import type { ErrorBody, ErrorCode } from '@zapdeck/contract/wire/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sayMarkedIn } from '../languages/say.ts';
import type { ShownLanguage } from '../languages/shown-language.ts';
import { BACK_AFTER_S, causeOf, isDatabaseAway } from '../db/database-away.ts';
import { kindOfError, logCounted, stopCounting } from '../log/counted-log.ts';
import { languageOf } from './language.ts';
import { loggableCause } from '../log/loggable-error.ts';
import { Refusal } from './refusal.ts';

const frameworkCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  // The file server rejects addresses such as //x with this code.
  403: 'not_found',
  404: 'not_found',
  412: 'precondition_failed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
};

const codesOfDatabase: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['53100', 'storage_full'],
  ['57014', 'took_too_long'],
]);

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error))
    return new Refusal(codesOfDatabase.get(causeOf(error).code) ?? 'unavailable', {
      headers: { 'retry-after': String(BACK_AFTER_S) },
    });
  const code = error.statusCode === undefined ? undefined : frameworkCodes[error.statusCode];
  const isClientFault = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return new Refusal(code ?? (isClientFault ? 'invalid_input' : 'internal'));
}

export function errorBody(
  { code, marked, fields, work, changes }: Refusal,
  requestId: string,
  language: ShownLanguage,
): ErrorBody {
  const said = Object.entries(fields ?? {}).map(([name, texts]) => [
    name,
    [texts]
      .flat()
      .map((text) => sayMarkedIn(language, text))
      .join('; '),
  ]);
  return {
    code,
    message: sayMarkedIn(language, marked),
    ...(fields ? { fields: Object.fromEntries(said) } : {}),
    ...(work ? { work } : {}),
    ...(changes ? { changes: changes as ErrorBody['changes'] } : {}),
    requestId,
  };
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
  const language = languageOf(request);
  void reply
    .code(refusal.status)
    .headers(refusal.headers)
    .headers({ 'cache-control': 'no-store', 'content-language': language })
    .send(errorBody(refusal, request.id, language));
}

const isOfEnvironment = (error: Error, { code }: Refusal): boolean =>
  code !== 'internal' && (isDatabaseAway(error) || (error instanceof Refusal && error.cause === undefined));

const logged = new WeakSet<FastifyRequest>();

export const hasRefusalLog = (request: FastifyRequest): boolean => logged.has(request);

function logRefusal(request: FastifyRequest, code: ErrorCode, error: Error): void {
  logged.add(request);
  const { method, routeOptions } = request;
  const place = { code, method, route: routeOptions.url };
  logCounted(
    request.server.log,
    {
      fields: { ...place, cause: loggableCause(error) },
      message: 'request refused',
      alike: [place, kindOfError(error)],
    },
    request.log,
  );
}

type SendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => void;

/** Logs bugs with a stack, and faults of the environment in one line. Responses contain neither. */
export function installErrorHandler(app: FastifyInstance, send: SendRefusal = sendRefusal): void {
  app.addHook('onClose', async () => stopCounting(app.log));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The client disconnected before the request was complete.
    const refusal = error === request.raw.errored ? new Refusal('request_timeout') : toRefusal(error);
    if (refusal.status >= 500) {
      if (isOfEnvironment(error, refusal)) logRefusal(request, refusal.code, error);
      else request.log.error({ err: error }, 'request failed');
    }
    send(request, reply, refusal);
  });
}

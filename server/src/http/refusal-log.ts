import type { ErrorCode } from '@zapdeck/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loggableCause } from './loggable-error.ts';

const SUM_UP_MS = 10_000;

interface Reason {
  code: ErrorCode;
  cause: ReturnType<typeof loggableCause>;
  method: string;
  route: string | undefined;
}

const logged = new WeakSet<FastifyRequest>();

export const hasRefusalLog = (request: FastifyRequest): boolean => logged.has(request);

/** Logs the first of each cause and route, and counts the others, so that the log cannot fill a full disk. */
export function createRefusalLog(
  app: FastifyInstance,
): (request: FastifyRequest, code: ErrorCode, error: Error) => void {
  const seen = new Map<string, Reason & { requests: number }>();
  const sumUp = () => {
    for (const [key, reason] of seen) {
      if (reason.requests === 0) seen.delete(key);
      else app.log.warn(reason, 'more requests refused alike');
      reason.requests = 0;
    }
  };
  const timer = setInterval(sumUp, SUM_UP_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    sumUp();
  });
  return (request, code, error) => {
    logged.add(request);
    const { method, routeOptions } = request;
    const reason = { code, cause: loggableCause(error), method, route: routeOptions.url };
    const key = JSON.stringify([code, reason.cause.code ?? reason.cause.message, method, reason.route]);
    const known = seen.get(key);
    if (known) known.requests += 1;
    else {
      seen.set(key, { ...reason, requests: 0 });
      request.log.warn(reason, 'request refused');
    }
  };
}

import { message } from '@zapdeck/contract/wire/message';
import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { createMetrics, type NodeMetrics, type MetricsSources } from './metrics.ts';
import { Refusal } from './refusal.ts';

const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const bytesOf = (text: string) => hash('sha256', text, 'buffer');

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(bytesOf(given), bytesOf(token));
}

/** A proxy on this machine looks local, so no request counts as local if there may be a proxy. */
function isLocal({ socket, headers }: FastifyRequest, { publicUrl, trustedProxies }: Config): boolean {
  if (publicUrl.startsWith('https:') || trustedProxies.length > 0) return false;
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const address = socket.remoteAddress ?? '';
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Registers `/metrics`, which requires METRICS_TOKEN or a local request without a proxy. */
export function metricsRoutes(
  app: FastifyInstance,
  deps: MetricsSources & { config: Config; metricsOfNode?: NodeMetrics | undefined },
): void {
  const { config } = deps;
  const metrics = createMetrics(deps, deps.metricsOfNode);
  app.addHook('onResponse', (request, reply, done) => {
    metrics.countAnswer(request, reply);
    done();
  });

  app.get('/metrics', async (request, reply) => {
    if (!hasToken(request, config.metricsToken) && !isLocal(request, config)) {
      throw new Refusal('forbidden', {
        message: message('Metrics need METRICS_TOKEN as a bearer token from this address.'),
      });
    }
    void reply.header('cache-control', 'no-store');
    return reply.type(metrics.contentType).send(await metrics.read());
  });
}

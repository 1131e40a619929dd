import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiate } from '@fastify/accept-negotiator';
import type { Markup } from './html.ts';
import { encodings, varyBy } from './headers.ts';

/** Entity tag without the prefix of a weak one (RFC 9110, section 8.8.3). */
const OPAQUE_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;

export function weakTag(opaque: string): string {
  return `W/"${opaque}"`;
}

/** Returns true if `If-None-Match` is `*` or lists the tag, weak or strong (RFC 9110, sections 8.8.3.2 and 13.1.2). */
export function hasTagged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const [opaque] = tag.match(OPAQUE_TAG) ?? [];
  return ifNoneMatch.match(OPAQUE_TAG)?.some((known) => known === opaque) === true;
}

/** Part of tags that depend only on rows. A new release changes it, so that browsers reuse no older response. */
export function shapeTag(schema: z.ZodMiniType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  return hash('sha256', shape, 'base64url').slice(0, 8);
}

/** A response built from typed rows, for the most frequent requests. Without text, the client already has it. */
export class ReadyAnswer {
  readonly tag: string;
  readonly json: string | null;

  constructor(tag: string, json: string | null) {
    this.tag = tag;
    this.json = json;
  }
}

/** Sends the page, or 304 if the client has it. Caches revalidate it each time. */
export function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: Markup): FastifyReply {
  const tag = weakTag(hash('sha256', page.text, 'base64url'));
  void reply.headers({ 'cache-control': 'no-cache', etag: tag });
  if (reply.statusCode === 200 && hasTagged(headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page.text);
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

type Encoding = (typeof encodings)[number];

export interface ReadyDocument {
  type: string;
  tag: string;
  plain: Buffer;
  encoded: Readonly<Record<Encoding, Buffer>>;
}

/** Compresses a document once for all responses. */
export async function readyDocument(text: string, type: string): Promise<ReadyDocument> {
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([brotli(plain, BROTLI), zip(plain)]);
  return {
    type,
    tag: weakTag(hash('sha256', plain, 'base64url')),
    plain,
    encoded: { br, gzip: zipped },
  };
}

export function sendDocument(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, tag, plain, encoded }: ReadyDocument,
  cacheControl = 'no-cache',
): FastifyReply {
  void reply.headers({ 'cache-control': cacheControl, etag: tag });
  varyBy(reply, 'accept-encoding');
  if (hasTagged(headers['if-none-match'], tag)) return reply.code(304).send();
  void reply.type(type);
  const encoding = negotiate(headers['accept-encoding'] ?? '', [...encodings]);
  if (encoding === null) return reply.send(plain);
  return reply.header('content-encoding', encoding).send(encoded[encoding]);
}

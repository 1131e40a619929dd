import { message } from '@zapdeck/contract/wire/message';
import type { FastifyInstance } from 'fastify';
import { visit } from 'jsonc-parser';
import { Refusal } from './refusal.ts';

const DEPTH_MAX = 20;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function refuseBody(fault: string): never {
  throw new Refusal('invalid_input', { message: fault });
}

/** Rejects what JSON.parse accepts silently: duplicate keys, prototype keys, deep nesting. */
function checkStructure(text: string): void {
  const objects: (Set<string> | null)[] = [];
  const enter = (keys: Set<string> | null) => {
    objects.push(keys);
    if (objects.length > DEPTH_MAX) refuseBody(message('The JSON is nested too deeply.'));
  };
  const leave = () => void objects.pop();
  visit(text, {
    onObjectBegin: () => enter(new Set()),
    onObjectProperty: (key) => {
      const keys = objects.at(-1);
      if (key === '__proto__' || keys?.has(key))
        refuseBody(message('The JSON has a duplicate or forbidden key.'));
      keys?.add(key);
    },
    onObjectEnd: leave,
    onArrayBegin: () => enter(null),
    onArrayEnd: leave,
  });
}

function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    refuseBody(message('The body is not valid JSON.'));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuseBody(message('The body must be a JSON object.'));
  checkStructure(text);
  return value;
}

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (request.headers['content-encoding']) throw new Refusal('unsupported_media_type');
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

import { hash } from 'node:crypto';
import * as z from 'zod/mini';

/** Part of tags that depend on rows alone, so that browsers reuse no response of an older release. */
export function shapeTag(schema: z.ZodMiniType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  return hash('sha256', shape, 'base64url').slice(0, 8);
}

/** A response built from typed rows, for the most frequent requests. Without text, the client has it already (`If-None-Match`). */
export class ReadyAnswer {
  readonly tag: string;
  readonly json: string | null;

  constructor(tag: string, json: string | null) {
    this.tag = tag;
    this.json = json;
  }
}

import { hash } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * Version of the shape. It is part of tags that depend on rows alone, so that the browser does not reuse a response of an
 * older release.
 */
export function shapeTag(schema: z.ZodMiniType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  return hash('sha256', shape, 'base64url').slice(0, 8);
}

/**
 * Response as text with its tag, built from typed rows in the most frequent calls. Tests compare its shape with the
 * contract. Without text, the client has it: `If-None-Match` contains the tag.
 */
export class ReadyAnswer {
  readonly tag: string;
  readonly json: string | null;

  constructor(tag: string, json: string | null) {
    this.tag = tag;
    this.json = json;
  }
}

import { hash } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * Changes whenever the shape does. It belongs into the tags of answers that depend on rows alone, so that a browser that
 * has one of an older release is not told that nothing has changed.
 */
export function shapeTag(schema: z.ZodMiniType): string {
  const shape = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  return hash('sha256', shape, 'base64url').slice(0, 8);
}

/**
 * An answer that is text already, with a tag that changes whenever it would: built from typed rows on the hottest
 * calls, whose shape tests hold to the contract. Without a text, the caller has it: `If-None-Match` names the tag.
 */
export class ReadyAnswer {
  readonly tag: string;
  readonly json: string | null;

  constructor(tag: string, json: string | null) {
    this.tag = tag;
    this.json = json;
  }
}

import * as z from 'zod/mini';

/** Cause of a hold that no report led to, as the audit log stores it. */
export const HoldCause = z.discriminatedUnion('code', [
  z.object({ code: z.literal('suspension') }),
  /** A text of version 0.1.0 that has no code. */
  z.object({ code: z.literal('other'), text: z.string() }),
]);
export type HoldCause = z.infer<typeof HoldCause>;

export function holdCauseInWords(cause: HoldCause): string {
  return cause.code === 'suspension' ? 'Its maker was suspended' : cause.text;
}

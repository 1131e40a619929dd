import * as z from 'zod/mini';
import { type Marked, message } from './message.ts';

/** Cause of a hold that no report led to, as the audit log stores it. */
export const HoldCause = z.discriminatedUnion('code', [
  z.object({ code: z.literal('suspension') }),
  /** A text of version 0.1.0 that has no code. */
  z.object({ code: z.literal('other'), text: z.string() }),
]);
export type HoldCause = z.infer<typeof HoldCause>;

/** Returns the cause in words. */
export function holdCauseText(cause: HoldCause): Marked {
  return cause.code === 'suspension' ? message('Its maker was suspended') : cause.text;
}

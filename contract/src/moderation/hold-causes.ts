import * as z from 'zod/mini';
import { type Marked, message } from '../wire/message.ts';

/** Cause of a hold that no report led to, as the audit log stores it. */
export const HoldCause = z.object({ code: z.literal('suspension') });
export type HoldCause = z.infer<typeof HoldCause>;

const words: Readonly<Record<HoldCause['code'], string>> = { suspension: message('Its maker was suspended') };

/** Returns the cause in words. */
export const holdCauseText = ({ code }: HoldCause): Marked => words[code];

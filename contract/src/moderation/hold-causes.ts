import * as z from 'zod/mini';
import { type Marked, message } from '../wire/message.ts';

export const HoldCause = z.object({ code: z.literal('suspension') });
export type HoldCause = z.infer<typeof HoldCause>;

const words: Readonly<Record<HoldCause['code'], string>> = { suspension: message('Its maker was suspended') };

export const holdCauseText = ({ code }: HoldCause): Marked => words[code];

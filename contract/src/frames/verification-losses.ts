import * as z from 'zod/mini';
import { filled, type Marked, message } from '../wire/message.ts';

export const VerificationLoss = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['missing', 'other_host', 'unreachable']), host: z.string() }),
  z.object({ code: z.literal('moved') }),
]);
export type VerificationLoss = z.infer<typeof VerificationLoss>;

/** Returns in words why an app lost its check mark. */
export function verificationLossText(loss: VerificationLoss): Marked {
  switch (loss.code) {
    case 'missing':
      return filled('Neither the page nor the file on {host} has the token any more', { host: loss.host });
    case 'other_host':
      return filled('{host} redirects to another site', { host: loss.host });
    case 'unreachable':
      return filled('{host} has been unreachable for seven days', { host: loss.host });
    case 'moved':
      return message('Its address has changed');
  }
}

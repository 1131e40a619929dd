import * as z from 'zod/mini';

export const VerificationLoss = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['missing', 'other_host', 'unreachable']), host: z.string() }),
  z.object({ code: z.literal('moved') }),
  /** A sentence of version 0.1.0 that has no code. */
  z.object({ code: z.literal('other'), text: z.string() }),
]);
export type VerificationLoss = z.infer<typeof VerificationLoss>;

export function verificationLossInWords(loss: VerificationLoss): string {
  switch (loss.code) {
    case 'missing':
      return `Neither the page nor the file on ${loss.host} has the token any more`;
    case 'other_host':
      return `${loss.host} leads to another host`;
    case 'unreachable':
      return `Nobody could be reached at ${loss.host} for seven days`;
    case 'moved':
      return 'Its address has changed';
    case 'other':
      return loss.text;
  }
}

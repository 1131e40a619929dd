import { t } from '@lingui/core/macro';
import { PasskeyProblem } from './passkey-problem.ts';

/** Browsers report one error for cancelling, for a missing passkey and for a timeout. */
function wordsFor(name: string | undefined, isLate: boolean): string | undefined {
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return isLate ? t`That took too long. Please try again.` : undefined;
    case 'InvalidStateError':
      return t`This device already has a passkey for your account.`;
    case 'ConstraintError':
      return t`This device has no screen lock. Set one up first, or use another device.`;
    case 'SecurityError':
    case 'NotSupportedError':
      return t`Your browser blocks passkeys here.`;
    default:
      return t`Your browser could not use a passkey. Please try again.`;
  }
}

/** Waits for the device. Rejects with PasskeyProblem, with the message `cancelled` if the person cancelled. */
export async function askDevice<T>(timeoutMs: number, cancelled: string, ask: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : undefined;
    const isLate = Date.now() - startedAt >= timeoutMs;
    throw new PasskeyProblem(wordsFor(name, isLate) ?? cancelled, { cause: error });
  }
}

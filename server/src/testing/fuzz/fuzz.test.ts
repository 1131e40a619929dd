import { expect, inject, test } from 'vitest';
import { fuzzNodes } from './fuzz-nodes.ts';
import { runFuzz } from './run-fuzz.ts';

declare module 'vitest' {
  interface ProvidedContext {
    fuzz?: { minutes: number; seed: number; nodes: number; requests: number };
  }
}

const SEED = 20_260;
const REQUESTS = 800;
/** Requests per server, so that stored data does not slow down later ones. */
const BATCH = 2_500;

const TEST_TIMEOUT_MS = 300_000;
const DAY_MS = 86_400_000;

/**
 * Endpoints that do not succeed here: no provider is configured, no link was mailed, no account waits for approval or has a second
 * factor, no drawn file is a picture, no drawn id is that of a session, passkey, token or vote group, and drawn passwords, days, fields of an app
 * and settings of the instance break a rule.
 */
const closed = [
  'answerQuestion',
  'createPendingAccount',
  'editApp',
  'pendingAccount',
  'undoApplicationDecision',
  'googleLogin',
  'googleCallback',
  'platformLogin',
  'platformCallback',
  'resetPassword',
  'saveInstance',
  'uploadLogo',
  'verifyEmail',
  'confirmEmailChange',
  'createApiToken',
  'endOwnSession',
  'endPersonSession',
  'enrolPasskey',
  'prove',
  'removePasskey',
  'renamePasskey',
  'renewRecoveryCodes',
  'revokeApiToken',
  'signInWithPasskey',
  'turnOnTotp',
  'undoEmailChange',
  'readVoteGroup',
  'dismissVoteGroup',
  'takeVotesBack',
  'takePersonVotesBack',
  'readTakeback',
  'undoTakeback',
  'completeSignIn',
  'linkIdentity',
  'pendingSignIn',
  'unlinkIdentity',
];

async function fixedSeed(): Promise<void> {
  const { failure, neverThrough, requests } = await runFuzz(SEED, REQUESTS);
  expect(failure ?? '').toBe('');
  expect(requests).toBeGreaterThanOrEqual(REQUESTS);
  expect(neverThrough.toSorted()).toEqual(closed.toSorted());
}

async function forMinutes(minutes: number, seed: number): Promise<void> {
  const until = performance.now() + minutes * 60_000;
  let total = 0;
  for (let batch = 0; batch === 0 || performance.now() < until; batch += 1) {
    const { failure, requests, statuses } = await runFuzz(seed + batch, BATCH);
    expect(failure ?? '').toBe('');
    expect(requests).toBeGreaterThanOrEqual(BATCH);
    total += requests;
    process.stdout.write(`seed ${seed + batch}: ${total} requests so far, ${JSON.stringify(statuses)}\n`);
  }
}

async function againstNodes(asked: { nodes: number; requests: number; seed: number }): Promise<void> {
  const started = performance.now();
  const { faults, neverThrough } = await fuzzNodes(asked, ({ requests, statuses, memory }) => {
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(
      `${seconds} s: ${requests} requests, ${JSON.stringify(statuses)}, nodes of ${memory.join(', ')} MB\n`,
    );
  });
  expect([...faults.keys()]).toEqual([]);
  expect(neverThrough.toSorted()).toEqual(closed.toSorted());
}

const asked = inject('fuzz');
const ask = () => {
  if (!asked) return fixedSeed();
  return asked.nodes > 0 ? againstNodes(asked) : forMinutes(asked.minutes, asked.seed);
};
test(
  'random requests get documented responses, and rejected ones store nothing',
  ask,
  asked ? DAY_MS : TEST_TIMEOUT_MS,
);

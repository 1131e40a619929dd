import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { markDatabaseError } from '../db/database-away.ts';
import { runSteps } from './run-steps.ts';

const isFinal = (error: unknown) => error instanceof RangeError;
const lateAnswer = () => markDatabaseError(new Error('Query read timeout'));

function recorder() {
  const lines: string[] = [];
  const { log } = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
  const ran: string[] = [];
  let failures = 0;
  const patience = { isFinal, log, isStopping: () => false, onFailure: () => void (failures += 1) };
  return {
    ran,
    lines,
    patience,
    failures: () => failures,
    step:
      (name: string, ...errors: Error[]) =>
      async () => {
        ran.push(name);
        const error = errors.shift();
        if (error) throw error;
      },
  };
}

test('repeats a step that fails twice, but not the steps before it', async () => {
  const { ran, lines, patience, failures, step } = recorder();
  await runSteps(
    [step('schema'), step('admin', lateAnswer(), lateAnswer()), step('queues'), step('ready')],
    patience,
  );
  expect(ran).toEqual(['schema', 'admin', 'admin', 'admin', 'queues', 'ready']);
  expect(failures()).toBe(2);
  expect(lines).toHaveLength(1);
});

test('ends at an error that repetition cannot fix, and at a stop', async () => {
  const { ran, patience, step } = recorder();
  const broken = runSteps([step('schema', new RangeError('newer schema')), step('queues')], patience);
  await expect(broken).rejects.toThrow('newer schema');
  await runSteps([step('queues')], { ...patience, isStopping: () => true });
  expect(ran).toEqual(['schema']);
});

import { accountCalls } from './account-calls.ts';
import { appCalls } from './app-calls.ts';
import { csvCalls } from './csv-calls.ts';
import { type ExampleCalls, none, type Stage } from './example-call.ts';
import { factorCalls } from './factor-calls.ts';
import { feedCalls } from './feed-calls.ts';
import { moderationCalls } from './moderation-calls.ts';
import { settingsCalls } from './settings-calls.ts';

/**
 * Returns a valid input for every endpoint, and how the ledger finds what it stores. The compiler requires both for new
 * endpoints.
 */
export function exampleCalls(stage: Stage): ExampleCalls {
  return {
    readVersion: none,
    ...accountCalls(stage),
    ...factorCalls(stage),
    ...appCalls(stage),
    ...feedCalls(stage),
    ...moderationCalls(stage),
    ...settingsCalls(stage),
    ...csvCalls(stage),
  };
}

/** The calls of a stage without ids, for what is the same on every stage. */
export const examplesOfNone = exampleCalls({ appId: '', userId: '', reportId: '', email: '', unique: '' });

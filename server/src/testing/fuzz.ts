import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

/** Random requests to every call for as many minutes as are given; any seed that it names brings the same again. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});

const fuzz = { minutes: Number(values.minutes), seed: Number(values.seed) };
const vitest = await startVitest('test', ['server/src/testing/fuzz/fuzz.test.ts'], {
  watch: false,
  project: ['fuzz'],
  provide: { fuzz },
});
await vitest.close();

import { expect, test } from 'vitest';
import { isOwnedBy } from './leftover.ts';

const command = '/srv/zapdeck-1/postgres -D /srv/zapdeck-1/data -c cluster_name=zapdeck-1234 -c fsync=on ';

test.each([
  [1234, true],
  [1, false],
  [12, false],
  [123, false],
  [234, false],
])('process %i owns the postmaster of process 1234: %s', (pid, isOwner) => {
  expect(isOwnedBy(command, pid)).toBe(isOwner);
});

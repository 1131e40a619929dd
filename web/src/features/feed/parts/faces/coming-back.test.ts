import { expect, test } from 'vitest';
import { nameOfMoment } from './coming-back.tsx';

test.each([
  [new Date(2026, 10, 26, 8, 5), '8:05 AM'],
  [new Date(2026, 10, 25, 23, 59), 'Wednesday'],
  [new Date(2026, 10, 20, 0, 0), 'Friday'],
  [new Date(2026, 10, 19, 23, 59), 'Nov 19'],
  [new Date(2025, 10, 26, 12, 0), 'Nov 26, 2025'],
])('%s is “%s” on Thursday, 26 November', (then, name) => {
  const now = new Date(2026, 10, 26, 17, 30).getTime();
  expect(nameOfMoment(then.toISOString(), now).replaceAll(/\s/g, ' ')).toBe(name);
});

import { routes } from '@zapdeck/contract/wire/routes';
import { expect, test } from 'vitest';
import { unmarkedRoutes, writingRoutes } from './writing-routes.ts';

test('the ledger calls every writing route, or states why not', () => {
  const known = [...Object.keys(writingRoutes), ...Object.keys(unmarkedRoutes)];
  const writing = Object.entries(routes).filter(([, { method }]) => method !== 'GET');
  expect(known.toSorted()).toEqual(writing.map(([name]) => name).toSorted());
});

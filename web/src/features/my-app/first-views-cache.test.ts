import type { OwnFirstViews } from '@zapdeck/contract/feed/first-views';
import { expect, test } from 'vitest';
import { ownAppKey } from '../../lib/own-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keepFirstViews } from './first-views.ts';

const firstViews = (waitingVersion: string | null) => ({ waitingVersion }) as OwnFirstViews;

test('a read from before a change does not restore the old first views', async () => {
  const queryKey = [...ownAppKey('a'), 'first-views'];
  queryClient.setQueryData(queryKey, firstViews(null));
  const read = Promise.withResolvers<OwnFirstViews>();
  const reading = queryClient
    .fetchQuery({ queryKey, queryFn: () => read.promise, staleTime: 0 })
    .catch(() => undefined);
  const keeping = keepFirstViews('a', firstViews('Levels'));
  read.resolve(firstViews(null));
  await Promise.all([keeping, reading]);
  expect(queryClient.getQueryData(queryKey)).toEqual(firstViews('Levels'));
});

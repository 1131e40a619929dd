import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { expect, test } from 'vitest';
import { areas } from './areas.ts';
import { loadMessages } from './messages.ts';

test('shows an area in English if its messages cannot be loaded', async () => {
  const lost = () => Promise.reject(new Error('blocked'));
  const none = Object.fromEntries(areas.map((area) => [area, lost])) as unknown as Record<
    (typeof areas)[number],
    typeof lost
  >;
  await expect(loadMessages('admin', none)).resolves.toBeUndefined();
  expect(i18n._(msg`Invite people`)).toBe('Invite people');
});

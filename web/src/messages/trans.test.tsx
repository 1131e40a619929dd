import { Trans } from '@lingui/react/macro';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.ts';

test('shows a message with elements and values, without a provider', async () => {
  const name = 'Ada';
  render(
    <p data-testid="message">
      <Trans>
        Saved by <b>{name}</b> today
      </Trans>
    </p>,
  );
  await expect.element(page.getByTestId('message')).toHaveTextContent('Saved by Ada today');
  expect(page.getByTestId('message').element().innerHTML).toBe('Saved by <b>Ada</b> today');
});

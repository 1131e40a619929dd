import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.ts';
import { Button } from './button.tsx';

const onClick = vi.fn();

test('runs its action on a click and on a key', async () => {
  onClick.mockReset();
  render(<Button onClick={onClick}>Save</Button>);
  await page.getByRole('button', { name: 'Save' }).click();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(' ');
  expect(onClick).toHaveBeenCalledTimes(3);
});

test('shows the pending text, keeps the focus and ignores clicks while pending', async () => {
  onClick.mockReset();
  render(<Button onClick={onClick}>Save</Button>);
  const button = page.getByRole('button');
  await userEvent.tab();
  render(
    <Button onClick={onClick} pending="Saving…">
      Save
    </Button>,
  );
  await expect.element(button).toHaveTextContent('Saving…');
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  await button.click({ force: true });
  expect(onClick).not.toHaveBeenCalled();
});

test('does not submit its form while pending', async () => {
  const onSubmit = vi.fn<(event: SubmitEvent) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={({ nativeEvent }) => onSubmit(nativeEvent)}>
      <Button type="submit" pending="Sending…">
        Send
      </Button>
    </form>,
  );
  await page.getByRole('button').click({ force: true });
  expect(onSubmit).not.toHaveBeenCalled();
});

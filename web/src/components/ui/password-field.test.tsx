import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../styles.css';
import { render } from '../../testing/render.ts';
import { PasswordInput } from './password-field.tsx';

afterEach(() => {
  document.documentElement.dir = 'ltr';
});

const values = ['correct horse battery staple', 'كلمة سر طويلة جدا'];
const cases = ['ltr', 'rtl'].flatMap((dir) => values.map((value) => [value, dir] as const));

test.each(cases)('keeps “%s” clear of the button on a page in direction %s', (value, dir) => {
  document.documentElement.dir = dir;
  render(
    <div style={{ width: 200 }}>
      <PasswordInput aria-label="Password" defaultValue={value} />
    </div>,
  );
  const field = page.getByLabelText('Password', { exact: true }).element();
  const box = field.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(field);
  const button = page.getByRole('button').element().getBoundingClientRect();
  expect([button.left > box.left, button.right < box.right]).toEqual([true, true]);
  const [left, right] = [box.left + parseFloat(paddingLeft), box.right - parseFloat(paddingRight)];
  expect(button.left >= right || button.right <= left).toBe(true);
});

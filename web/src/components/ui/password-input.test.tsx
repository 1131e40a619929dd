import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../styles.css';
import { render } from '../../testing/render.ts';
import { PasswordInput } from './password-input.tsx';

const LONG = 'correct horse battery staple, correct horse battery staple';

afterEach(() => {
  document.documentElement.dir = 'ltr';
});

for (const dir of ['ltr', 'rtl'])
  for (const value of [LONG, 'كلمة سر طويلة '.repeat(5)])
    test(`keeps “${value.slice(0, 12)}…” clear of the button on a page from ${dir}`, () => {
      document.documentElement.dir = dir;
      render(<PasswordInput aria-label="Password" defaultValue={value} style={{ width: 300 }} />);
      const field = page.getByLabelText('Password', { exact: true }).element();
      const button = page.getByRole('button').element().getBoundingClientRect();
      const box = field.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      const [left, right] = [box.left + parseFloat(paddingLeft), box.right - parseFloat(paddingRight)];
      expect(button.left >= right || button.right <= left).toBe(true);
    });

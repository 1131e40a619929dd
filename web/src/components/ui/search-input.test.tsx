import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import '../../styles.css';
import { render } from '../../testing/render.ts';
import { SearchInput } from './search-input.tsx';

const field = page.getByRole('searchbox');
/** Writes as an input method does: the text is not final. */
const compose = (text: string) =>
  cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

function Search({ onSearch }: { onSearch: (text: string) => void }) {
  const [value, setValue] = useState('');
  const change = (text: string) => {
    onSearch(text);
    setValue(text);
  };
  return <SearchInput label="Search" value={value} onChange={change} />;
}

test('reports nothing while an input method composes, and then the chosen text', async () => {
  const onSearch = vi.fn<(text: string) => void>();
  render(<Search onSearch={onSearch} />);
  await userEvent.click(field);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const text of ['w', 'wei', 'weiq', 'weiqi']) {
      await compose(text);
      await expect.element(field).toHaveValue(text);
      vi.advanceTimersByTime(1_000);
    }
    expect(onSearch).not.toHaveBeenCalled();
    await cdp().send('Input.insertText', { text: '围棋' });
    await expect.element(field).toHaveValue('围棋');
    vi.advanceTimersByTime(1_000);
    expect(onSearch.mock.calls).toEqual([['围棋']]);
  } finally {
    vi.useRealTimers();
  }
});

test.each(['ltr', 'rtl'])(
  'keeps text of both directions clear of the icon on a page in direction %s',
  (dir) => {
    document.documentElement.dir = dir;
    render(<Search onSearch={() => undefined} />);
    const icon = document.querySelector('svg')?.getBoundingClientRect();
    const box = field.element().getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(field.element());
    const [left, right] = [box.left + parseFloat(paddingLeft), box.right - parseFloat(paddingRight)];
    expect(icon && (icon.right <= left || icon.left >= right)).toBe(true);
    document.documentElement.dir = 'ltr';
  },
);

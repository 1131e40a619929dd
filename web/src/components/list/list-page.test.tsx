import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Page } from '../../lib/paged-list.ts';
import { render } from '../../testing/render.ts';
import { choice, useFilters } from './filters.ts';
import { ListPage } from './list-page.tsx';

const filters = {
  search: { kind: 'search', label: 'Search by name' },
  size: choice('Size', [
    ['all', 'All'],
    ['large', 'Large'],
  ]),
  owner: { kind: 'id', label: 'Owner' },
} as const;

const read = vi.fn<(values: object, rows: { limit: number; offset: number }) => Page<string>>();

function Boats() {
  const state = useFilters(filters);
  const query = useQuery({
    queryKey: ['boats', state.values, state.rows],
    queryFn: () => read(state.values, state.rows),
  });
  return (
    <ListPage
      title="Boats"
      state={state}
      query={query}
      failure="Couldn’t load the boats"
      showing={(total) => `${total} boats`}
      empty={{ title: 'No boats yet', text: 'They will be listed here.' }}
      nothingFound={{ title: 'Nothing found', text: 'No boat matches.', showAll: 'Show all boats' }}
    >
      {(items) => (
        <ul>
          {items.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

const show = (address: string) => {
  history.replaceState(null, '', address);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Boats />
    </QueryClientProvider>,
  );
};

beforeEach(() => void read.mockReset());

test('reads filters and page from the address, and replaces unknown choices with the default', async () => {
  read.mockReturnValue({ items: ['Ada'], total: 120 });
  show('/?search=a&size=huge&page=2');
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Ada');
  expect(read).toHaveBeenCalledWith({ search: 'a', size: 'all', owner: '' }, { limit: 50, offset: 50 });
  await expect.element(page.getByText('of 3', { exact: true })).toBeVisible();
});

test('writes a filter to the address and returns to the first page', async () => {
  read.mockReturnValue({ items: ['Ada'], total: 120 });
  show('/?page=2');
  await page.getByRole('combobox', { name: 'Size' }).selectOptions('Large');
  await expect.poll(() => location.search).toBe('?size=large');
});

test('distinguishes an empty list from a search without results', async () => {
  read.mockReturnValue({ items: [], total: 0 });
  show('/?owner=0190d7a4-5f3e-7c2b-9a61-3f1e5d7c9b20');
  await expect.element(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all boats' }).click();
  await expect.element(page.getByText('No boats yet')).toBeVisible();
  expect(location.search).toBe('');
});

test('offers the last page after the end of the list', async () => {
  read.mockImplementation((_, { offset }) => ({ items: offset === 50 ? ['Ada'] : [], total: 51 }));
  show('/?page=9');
  await expect.element(page.getByText('There is no page 9')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Ada');
});

test('explains in a heading that rows did not load, and loads them again', async () => {
  read.mockImplementationOnce(() => {
    throw new Error('no answer');
  });
  read.mockReturnValue({ items: ['Ada'], total: 1 });
  show('/');
  await expect.element(page.getByRole('heading', { name: 'Couldn’t load the boats' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Ada');
});

import { QueryClientProvider } from '@tanstack/react-query';
import type { Taste } from '@zapdeck/contract/feed/taste';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Toaster } from '../../components/ui/toast.tsx';
import { markVoted } from '../../lib/outdated-lists.ts';
import { queryClient } from '../../lib/query-client.ts';
import { startSession } from '../../lib/session.ts';
import { render } from '../../testing/render.ts';
import { TasteSection } from './taste-section.tsx';

const user = { id: 'u', isGuest: false } as Parameters<typeof startSession>[0];
const lead = (title: string) => ({
  id: title,
  title,
  category: 'Games',
  picture: null,
  colour: null,
  leadsTo: 3,
});

let taste: Taste;
/** Users that the requests to delete the taste name. */
let senders: unknown[];

beforeEach(() => {
  taste = { votesMissing: 0, leads: [lead('Wave Cube')], avoided: [] };
  senders = [];
  localStorage.clear();
  queryClient.clear();
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (address !== '/api/user/taste') return Response.json(user);
    if (method !== 'DELETE') return Response.json(taste);
    senders.push((JSON.parse(body as string) as { userId?: string }).userId);
    taste = { ...taste, leads: [] };
    return new Response(null, { status: 204 });
  });
  startSession(user);
  render(
    <QueryClientProvider client={queryClient}>
      <TasteSection />
      <Toaster />
    </QueryClientProvider>,
  );
});
afterEach(() => void vi.unstubAllGlobals());

test('shows a like that another screen sends', async () => {
  await expect.element(page.getByText('Wave Cube')).toBeVisible();
  taste = { ...taste, leads: [lead('Tiny Piano'), ...taste.leads] };
  markVoted();
  await expect.element(page.getByText('Tiny Piano')).toBeVisible();
});

test('deletes the taste of the user on the screen', async () => {
  await page.getByRole('button', { name: 'Reset For you' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.element(page.getByText('For you was reset').last()).toBeVisible();
  await expect.element(page.getByText('Wave Cube')).not.toBeInTheDocument();
  expect(senders).toEqual(['u']);
});

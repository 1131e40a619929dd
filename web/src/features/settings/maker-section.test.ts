import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { mailPreferencesKey } from './maker.ts';
import { mailChoice } from './maker-section.tsx';

interface Sent {
  body: Record<string, boolean>;
  answer: (response: Response) => void;
}

let sent: Sent[];
const choose = (weekly: boolean) =>
  queryClient.getMutationCache().build(queryClient, mailChoice).execute({ weekly });
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 });
const shown = () => queryClient.getQueryData<{ weekly: boolean }>(mailPreferencesKey)?.weekly;
const stored = (weekly: boolean) => Response.json({ milestones: true, weekly });
const failed = () => Response.json({ code: 'internal', message: 'No', requestId: 'r' }, { status: 500 });

beforeEach(() => {
  sent = [];
  vi.stubGlobal('location', {
    origin: 'https://zaps.test',
    pathname: '/settings',
    href: 'https://zaps.test/',
  });
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit) =>
    address === '/api/user/mail-preferences'
      ? new Promise<Response>((answer) => sent.push({ body: JSON.parse(body as string), answer }))
      : Promise.resolve(new Response(null, { status: 204 })),
  );
  queryClient.setQueryData(mailPreferencesKey, { milestones: true, weekly: false });
});
afterEach(() => vi.unstubAllGlobals());

test('sends choices one after another, and keeps the last one', async () => {
  const choices = [true, false, true].map(choose);
  for (const [place, weekly] of [true, false, true].entries()) {
    await until(() => expect(sent).toHaveLength(place + 1));
    expect(sent[place]?.body).toEqual({ weekly });
    expect(shown()).toBe(true);
    sent[place]?.answer(stored(weekly));
  }
  await Promise.all(choices);
  expect(shown()).toBe(true);
});

test('shows the server’s value if the last choice fails', async () => {
  const choices = [true, false].map(choose);
  await until(() => expect(sent).toHaveLength(1));
  sent[0]?.answer(stored(true));
  await until(() => expect(sent).toHaveLength(2));
  sent[1]?.answer(failed());
  await Promise.allSettled(choices);
  expect(shown()).toBe(true);
});

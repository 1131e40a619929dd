import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Toaster } from '../../components/ui/toast.tsx';
import { render } from '../../testing/render.ts';
import { hideAndSay, lessAndSay, showAgain, takeLessBack } from './undoable.ts';
import { queryClient } from '../query-client.ts';
import { endSession, startSession } from '../session.ts';

const user = { id: 'u', isGuest: false } as Parameters<typeof startSession>[0];
const app = { id: 'cube', title: 'Wave Cube', category: 'Games', picture: null, colour: null };
const tag = { kind: 'tag', value: 'Free', name: 'Free' } as const;

const LEAVES_MS = 300;

/** The server answers a change with this code. */
let refusal: string | null;

beforeEach(() => {
  refusal = null;
  localStorage.clear();
  queryClient.clear();
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(address.endsWith('/hidden') ? [] : user);
    if (refusal === null) return new Response(null, { status: 204 });
    return Response.json({ code: refusal, message: 'Gone.' }, { status: 409 });
  });
  startSession(user);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Toaster />);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  endSession();
  vi.unstubAllGlobals();
});

const changes = [
  ['less like an app', 'Less like Wave Cube', () => lessAndSay('u', app)],
  ['an app that is back', 'Wave Cube is back', () => takeLessBack('u', app)],
  ['a hidden tag', 'Free is hidden', () => hideAndSay('u', tag)],
  ['a tag that is back', 'Free is back', () => showAgain('u', tag)],
] as const;

test.each(changes)('says that %s is saved', async (_what, title, change) => {
  await change();
  await expect.element(page.getByText(title)).toBeVisible();
});

test.each(changes)(
  'shows no message about %s if another user has signed in',
  async (_what, title, change) => {
    refusal = 'session_changed';
    await change();
    await vi.advanceTimersByTimeAsync(LEAVES_MS);
    // A matcher that waits would also pass once the message has left by itself.
    expect(page.getByText(title).query()).toBeNull();
    expect(page.getByRole('alert').element().textContent).toBe('');
  },
);

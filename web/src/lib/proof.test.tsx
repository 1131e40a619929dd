import { withdrawApp } from '@zapdeck/contract/apps/change-own-app';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.ts';
import { call } from './call.ts';
import { useProofQuestion } from './proof.ts';

const fetched = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetched);
afterEach(() => fetched.mockReset());

function Question() {
  const end = useProofQuestion();
  return end ? (
    <>
      <button type="button" onClick={() => end(true)}>
        Proved
      </button>
      <button type="button" onClick={() => end(false)}>
        Cancel
      </button>
    </>
  ) : null;
}

const refused = () => new Response(JSON.stringify({ code: 'proof_needed', message: 'No' }), { status: 403 });
const withdraw = () => call(withdrawApp, { params: { id: 'a' } }).catch((error: unknown) => error);

test('repeats a call after a proof of identity', async () => {
  render(<Question />);
  fetched.mockResolvedValueOnce(refused()).mockResolvedValueOnce(new Response('{"id":"a"}'));
  const made = withdraw();
  await page.getByRole('button', { name: 'Proved' }).click();
  expect(await made).toEqual({ id: 'a' });
});

test('rejects the call if the user cancels the proof', async () => {
  render(<Question />);
  fetched.mockResolvedValueOnce(refused());
  const made = withdraw();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await made).toMatchObject({ code: 'proof_needed' });
});

test('rejects the call on a screen that cannot ask for a proof', async () => {
  fetched.mockResolvedValueOnce(refused());
  expect(await withdraw()).toMatchObject({ code: 'proof_needed' });
  expect(fetched).toHaveBeenCalledTimes(1);
});

import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Toaster } from '../components/ui/toast.tsx';
import { render } from '../testing/render.ts';
import { CallError } from './call.ts';
import { useAction } from './use-action.ts';

const failure = { action: 'save', title: 'Couldn’t save your choice', text: 'Please try again.' };
const onDone = vi.fn<(result: string) => void>();
const refuse = vi.fn<(fields: Readonly<Record<string, string>>) => void>();
/** The pending runs. */
let runs: (PromiseWithResolvers<string> & { input: string })[] = [];

afterEach(() => {
  runs = [];
  onDone.mockReset();
  refuse.mockReset();
});

function Record({ id }: { id: string }) {
  const { pending, error, start, retry } = useAction({
    work(input: string) {
      const run = { input, ...Promise.withResolvers<string>() };
      runs.push(run);
      return run.promise;
    },
    success: (result) => ({ title: `Saved ${result}` }),
    failure,
    form: { refuse },
    onDone,
  });
  return (
    <>
      <button type="button" onClick={() => start(id)}>
        Save
      </button>
      <button type="button" onClick={retry}>
        Retry
      </button>
      <output>{pending ? 'pending' : error ? 'failed' : 'idle'}</output>
    </>
  );
}

const show = (id: string) =>
  render(
    <>
      <Record key={id} id={id} />
      <Toaster />
    </>,
  );
const state = () => page.getByRole('status').filter({ hasText: /^(pending|failed|idle)$/ });
const save = () => page.getByRole('button', { name: 'Save' }).click();
const refusal = () =>
  new CallError(400, '', { code: 'invalid_input', message: 'Too short', fields: { title: 'Too short' } });

test('runs once at a time and passes the result on', async () => {
  show('a');
  await save();
  await save();
  expect(runs).toHaveLength(1);
  await expect.element(state()).toHaveTextContent('pending');
  runs[0]?.resolve('a');
  await expect.element(state()).toHaveTextContent('idle');
  expect(onDone).toHaveBeenCalledExactlyOnceWith('a');
});

test('shows field errors, and retries with the same input', async () => {
  show('a');
  await save();
  runs[0]?.reject(refusal());
  await expect.element(state()).toHaveTextContent('failed');
  expect(refuse).toHaveBeenCalledExactlyOnceWith({ title: 'Too short' });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(state()).toHaveTextContent('pending');
  expect(runs.map(({ input }) => input)).toEqual(['a', 'a']);
});

test('shows a late result as a message, without changing the component of another record', async () => {
  show('a');
  await save();
  show('b');
  runs[0]?.resolve('a');
  await expect.element(page.getByText('Saved a')).toBeVisible();
  await expect.element(state()).toHaveTextContent('idle');
  expect(onDone).not.toHaveBeenCalled();
});

test('shows a late error as a message, not in the form of another record', async () => {
  show('a');
  await save();
  show('b');
  runs[0]?.reject(refusal());
  await expect.element(page.getByText('Couldn’t save your choice')).toBeVisible();
  expect(refuse).not.toHaveBeenCalled();
});

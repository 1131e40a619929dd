import { Refusal } from '../../http/refusal.ts';

/** Runs the work. If it rejects with `terms_required`, refreshes the settings, so that the form gets the current terms. */
export async function refreshTermsIfRequired<T>(
  instance: { refresh: () => Promise<void> },
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'terms_required') await instance.refresh();
    throw error;
  }
}

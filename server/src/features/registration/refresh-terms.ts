import { Refusal } from '../../http/refusal.ts';

/**
 * Waits for the work. If it rejects with `terms_required`, reads the settings again: a person whose form is outdated gets the
 * terms in force from this node.
 */
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

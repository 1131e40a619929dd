/** Class of the label around a radio or checkbox that looks like a pill. */
export const pillChoiceClass =
  'group inline-flex min-h-11 items-center gap-1.5 rounded-pill border border-line-strong/70 bg-surface px-4 text-sm font-medium transition-colors hover:bg-raised has-checked:border-brand-ink has-checked:bg-brand-soft has-checked:text-brand-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-ink';

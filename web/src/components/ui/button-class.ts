/** Class of the label around a radio or checkbox that looks like a pill. */
export const pillChoiceClass =
  'group inline-flex min-h-11 items-center gap-1.5 rounded-pill border border-line-strong/70 bg-surface px-4 text-sm font-medium transition-colors hover:bg-raised has-checked:border-brand-ink has-checked:bg-brand-soft has-checked:text-brand-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-ink';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'md' | 'lg';

const base =
  'inline-flex select-none items-center justify-center gap-2 rounded-pill text-center font-semibold leading-tight transition duration-200 ease-out active:scale-[.97] disabled:pointer-events-none disabled:not-data-waiting:opacity-50 aria-disabled:opacity-60 aria-disabled:active:scale-100';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-white shadow-lift hover:brightness-110',
  secondary: 'border border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-raised',
  quiet: 'text-ink hover:bg-raised',
  danger: 'bg-danger text-white hover:brightness-110',
};

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-11 px-5 py-2 text-[.9375rem]',
  lg: 'min-h-13 px-7 py-3 text-base',
};

/** Returns the class of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md', extra = ''): string {
  return `${base} ${variants[variant]} ${sizes[size]} ${extra}`;
}

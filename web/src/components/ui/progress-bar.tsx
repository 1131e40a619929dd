import type { ComponentProps } from 'react';
import './progress-bar.css';

/** A progress bar in the brand colour. `aria-label` or `aria-labelledby` is its name. */
export function ProgressBar({ className = '', ...props }: ComponentProps<'progress'>) {
  return <progress {...props} className={`progress-bar ${className}`} />;
}

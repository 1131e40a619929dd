import type { ComponentProps } from 'react';
import './progress-bar.css';

/** A progress bar in the colour of the brand. Its name is given by `aria-label` or `aria-labelledby`. */
export function ProgressBar({ className = '', ...props }: ComponentProps<'progress'>) {
  return <progress {...props} className={`progress-bar ${className}`} />;
}

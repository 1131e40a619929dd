import type { ComponentProps } from 'react';
import { controlClass } from './field.tsx';

/** A line of text in the look of the forms. */
export function TextInput({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input dir="auto" {...rest} className={`${controlClass} ${className}`} />;
}

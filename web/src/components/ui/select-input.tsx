import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { controlClass } from './field.tsx';

/** A drop-down in the look of the forms, or in that of the given class. */
export function SelectInput({ className = controlClass, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select {...rest} className={`${className} appearance-none pr-11 text-ellipsis`} />
      <ChevronDown
        aria-hidden="true"
        size={20}
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto"
      />
    </span>
  );
}

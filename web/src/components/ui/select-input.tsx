import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { controlClass } from './field.tsx';

/** A drop-down in the look of the forms. */
export function SelectInput(props: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select {...props} className={`${controlClass} appearance-none pe-11 text-ellipsis`} />
      <ChevronDown
        aria-hidden="true"
        size={20}
        className="pointer-events-none absolute inset-y-0 inset-e-3.5 my-auto"
      />
    </span>
  );
}

import { type RefObject, useId } from 'react';
import type { Elements } from '../../lib/elements.ts';

interface Props {
  title: string;
  /** Set if other code focuses the section. */
  ref?: RefObject<HTMLElement | null>;
  children: Elements;
}

export function Section({ title, ref, children }: Props) {
  const id = useId();
  return (
    <section ref={ref} tabIndex={-1} className="card p-4 outline-none md:p-6" aria-labelledby={id}>
      <h2 id={id} className="display mb-4 text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

import { type ReactNode, useId } from 'react';

/** One part of the screen, under a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card p-4 md:p-6" aria-labelledby={id}>
      <h2 id={id} className="display mb-4 text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

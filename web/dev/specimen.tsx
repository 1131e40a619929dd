import type { ReactNode } from 'react';

interface Props {
  name: string;
  children: ReactNode;
}

/** A component in its states, under the name of its file. */
export function Specimen({ name, children }: Props) {
  return (
    <section className="card min-w-0 p-5">
      <h2 className="mb-4 text-sm font-semibold text-muted">{name}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}

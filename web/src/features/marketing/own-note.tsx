import { instance } from '../../lib/instance.ts';

/** Note that admins have written for a page. */
export function OwnNote({ page }: { page: 'landing' | 'about' }) {
  const { note } = instance[page];
  if (note === null) return null;
  return (
    <section data-shown-if={`${page.toUpperCase()}_NOTE`} className="mx-auto max-w-3xl px-5 pt-8 md:px-8">
      <p dir="auto" className="card p-5 whitespace-pre-line wrap-anywhere">
        {note}
      </p>
    </section>
  );
}

import type { Elements } from '../../lib/elements.ts';

/** Layout of a short form with its heading. */
export function AuthPage({ title, text, children }: { title: string; text: string; children: Elements }) {
  return (
    <div className="form-screen mx-auto flex w-full max-w-md flex-col justify-center px-5 pt-8 pb-14 md:px-6">
      <h1 className="display text-title">{title}</h1>
      <p className="mt-2 mb-7 text-muted">{text}</p>
      {children}
    </div>
  );
}

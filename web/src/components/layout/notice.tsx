import type { ReactNode } from 'react';
import type { Elements } from '../../lib/elements.ts';
import { BoltMark } from '../ui/bolt-mark.tsx';

interface Props {
  title: string;
  text: string;
  /** Drawing above the title. Default: a bolt. */
  art?: Elements;
  children?: ReactNode;
}

/** Full-screen message with buttons. */
export function Notice({ title, text, art, children }: Props) {
  return (
    <div className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center gap-4 px-6 py-16 text-center">
      {art ?? <BoltMark className="size-20" />}
      <h1 className="display mt-2 max-w-full text-title wrap-anywhere">{title}</h1>
      <p className="max-w-full wrap-anywhere text-muted">{text}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}

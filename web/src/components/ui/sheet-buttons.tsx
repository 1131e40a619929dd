import type { ReactNode } from 'react';

/** Buttons at the end of a form in a sheet. On a high screen, they stay visible while a long form scrolls. */
export function SheetButtons({ children }: { children: ReactNode }) {
  return (
    <div className="sheet-buttons sticky bottom-[min(0px,calc((100dvh-24rem)*99))] z-1 -mx-6 -mt-2 flex md:rounded-b-[28px] flex-wrap justify-end gap-3 bg-surface px-6 pt-2 pb-[calc(env(safe-area-inset-bottom)+1.5rem)] before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-surface before:to-transparent">
      {children}
    </div>
  );
}

import { type RefObject, useRef } from 'react';
import { showAgain } from '../../../lib/hide-and-say.ts';
import type { NamedHidden } from '../../../lib/hidden-name.ts';

/** Shows an item again. Moves the focus to the heading, because the row with the button disappears. */
export function useShowAgain(userId: string): {
  heading: RefObject<HTMLHeadingElement | null>;
  showAgain: (item: NamedHidden) => void;
} {
  const heading = useRef<HTMLHeadingElement>(null);
  return {
    heading,
    showAgain({ kind, value, name }) {
      heading.current?.focus({ preventScroll: true });
      void showAgain(userId, { kind, value, name });
    },
  };
}

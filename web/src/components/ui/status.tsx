import { Children, type ReactNode, useEffect, useState } from 'react';
import { SETTLE_MS } from '../../lib/announce.ts';

interface Props {
  id?: string;
  className?: string;
  children: ReactNode;
}

/**
 * A live region. Screen readers announce only changes of regions that they know, so the first content is hidden until the
 * region has settled.
 */
export function Status({ id, className = '', children }: Props) {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isEmpty = Children.toArray(children).every((child) => child === '');
  return (
    <div id={id} role="status" className={`empty:sr-only ${className}`}>
      {isEmpty ? null : (
        // Another key makes it a new element, because browsers report insertions more reliably.
        <div key={String(isSettled)} aria-hidden={isSettled ? undefined : true} className="contents">
          {children}
        </div>
      )}
    </div>
  );
}

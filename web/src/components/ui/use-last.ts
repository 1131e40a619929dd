import { useState } from 'react';

/** Returns the value, or the last one while there is none. A dialog shows it while it leaves. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

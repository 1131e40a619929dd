import { DECISIONS_MAX } from '@zapdeck/contract/decisions';
import { useState } from 'react';

interface Selectable {
  id: string;
}

/** Which of the apps in a list are selected; one that has left the list is not. */
export function useSelection<T extends Selectable>(apps: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = apps.filter(({ id }) => ids.has(id));
  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    /** All that are shown, as far as one decision may go. */
    selectAll: () => setIds(new Set(apps.slice(0, DECISIONS_MAX).map(({ id }) => id))),
    drop(some: readonly T[]) {
      const gone = new Set(some.map(({ id }) => id));
      setIds((before) => new Set([...before].filter((id) => !gone.has(id))));
    },
    clear: () => setIds(new Set()),
  };
}

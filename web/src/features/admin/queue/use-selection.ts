import { DECISIONS_MAX } from '@zapdeck/contract/moderation/decisions';
import { useState } from 'react';

interface Selectable {
  id: string;
}

/** Selected apps of a list: some of the loaded ones, or all that match its filters. */
export function useSelection<T extends Selectable>(apps: readonly T[], filters: string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  /** Filters under which all matches are selected. */
  const [everythingOf, setEverythingOf] = useState<string>();
  const isEverything = everythingOf === filters;
  const selected = isEverything ? apps : apps.filter(({ id }) => ids.has(id));
  const clear = () => {
    setIds(new Set());
    setEverythingOf(undefined);
  };
  return {
    selected,
    isEverything,
    has: (id: string) => isEverything || ids.has(id),
    toggle(id: string) {
      setEverythingOf(undefined);
      setIds((before) => {
        const after = new Set(isEverything ? apps.map((app) => app.id) : before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    /** Limited to the maximum number of apps per decision. */
    select: (some: readonly T[]) => setIds(new Set(some.slice(0, DECISIONS_MAX).map(({ id }) => id))),
    selectEverything: () => setEverythingOf(filters),
    drop(some: readonly T[]) {
      const gone = new Set(some.map(({ id }) => id));
      setIds((before) => new Set([...before].filter((id) => !gone.has(id))));
    },
    clear,
  };
}

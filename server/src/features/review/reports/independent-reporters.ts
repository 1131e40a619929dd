export interface Reporter {
  mailbox: string;
  networks: readonly (string | null)[];
  dismissals: number;
}

interface Independent {
  count: number;
  weight: number;
}

const reporterWeightOf = ({ dismissals }: Reporter) => 0.5 ** dismissals;

/** Counts reporters. Those with a common network or mailbox count once, with the highest weight. */
export function countIndependent(reporters: readonly Reporter[]): Independent {
  const parents = new Map<string, string>();
  const rootOf = (trait: string): string => {
    let root = trait;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    return root;
  };
  for (const { mailbox, networks } of reporters)
    for (const network of networks) {
      const [one, other] = [rootOf(`mailbox ${mailbox}`), rootOf(`network ${network ?? ''}`)];
      if (one !== other) parents.set(one, other);
    }
  const weights = new Map<string, number>();
  for (const reporter of reporters) {
    const root = rootOf(`mailbox ${reporter.mailbox}`);
    weights.set(root, Math.max(weights.get(root) ?? 0, reporterWeightOf(reporter)));
  }
  return { count: weights.size, weight: [...weights.values()].reduce((sum, weight) => sum + weight, 0) };
}

/** A member whose open reports of an app count. */
export interface Reporter {
  mailbox: string;
  /** Network of their reports. Null if it is unknown. */
  networks: readonly (string | null)[];
  /** Dismissed reports that no report of theirs that was right makes up for. */
  dismissals: number;
}

export interface Independent {
  /** Reporters who share neither a network nor a mailbox with one another, directly or through others. */
  count: number;
  /** The sum of their weights. */
  weight: number;
}

/** Returns the weight of a reporter: 1, halved by each dismissal. A power of two, so that sums are exact. */
const weightOf = ({ dismissals }: Reporter) => 0.5 ** dismissals;

/**
 * Counts reporters who are independent of each other. Those who share a network or a mailbox count as one, with the weight
 * of the one that weighs most. Reports whose network is not known share one.
 */
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
    weights.set(root, Math.max(weights.get(root) ?? 0, weightOf(reporter)));
  }
  return { count: weights.size, weight: [...weights.values()].reduce((sum, weight) => sum + weight, 0) };
}

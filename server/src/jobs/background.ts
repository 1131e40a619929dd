export interface Background {
  start(work: () => Promise<void>): void;
  /** Returns false after `ms`. The work continues in the background. */
  await(work: () => Promise<void>, ms: number): Promise<boolean>;
  idle(): Promise<void>;
}

export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    start(work) {
      const run = work()
        .catch(onError)
        .finally(() => running.delete(run));
      running.add(run);
    },
    async await(work, ms) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      let isLate = false;
      const done = work().finally(() => clearTimeout(timer));
      this.start(() =>
        done.catch((error: unknown) => {
          if (isLate) throw error;
        }),
      );
      return Promise.race([done.then(() => true), late.then(() => !(isLate = true))]);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

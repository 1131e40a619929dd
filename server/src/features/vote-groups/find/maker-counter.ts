import type { Evidence } from './evidence.ts';
import { listOf } from './likes.ts';

/** Counts, for each account, the makers of some apps whose apps it likes. */
export class MakerCounter {
  /** Accounts that like one of the apps. */
  readonly touched: number[] = [];
  readonly #counts: Int32Array;
  readonly #lastTurn: Int32Array;
  #turn = 0;

  constructor(accounts: number) {
    this.#counts = new Int32Array(accounts);
    this.#lastTurn = new Int32Array(accounts);
  }

  countOf(account: number): number {
    return this.#counts[account] ?? 0;
  }

  /** Starts again with these apps. Those of one maker must stand together. */
  count({ likers, makers }: Evidence, apps: ArrayLike<number>): void {
    for (const account of this.touched) this.#counts[account] = 0;
    this.touched.length = 0;
    let maker = -1;
    for (let at = 0; at < apps.length; at += 1) {
      const app = apps[at] ?? 0;
      if (makers[app] !== maker) this.#turn += 1;
      maker = makers[app] ?? 0;
      const some = listOf(likers, app);
      for (let place = 0; place < some.length; place += 1) this.#add(some[place] ?? 0);
    }
  }

  #add(account: number): void {
    if (this.#lastTurn[account] === this.#turn) return;
    this.#lastTurn[account] = this.#turn;
    if (this.#counts[account] === 0) this.touched.push(account);
    this.#counts[account] = (this.#counts[account] ?? 0) + 1;
  }
}

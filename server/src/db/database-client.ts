import { Socket } from 'node:net';
import pg from 'pg';
import { markDatabaseError } from './database-away.ts';

type Callback = (error: unknown, ...rest: unknown[]) => void;

export class DatabaseClient extends pg.Client {
  readonly socket: Socket;
  #pending = 0;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    this.connect = this.#watched((...args: []) => super.connect(...args));
    this.query = this.#watched(((...args: [string]) => super.query(...args)) as pg.Client['query']);
  }

  get isPending(): boolean {
    return this.#pending > 0;
  }

  #watched<Method>(method: Method): Method {
    const call = method as (...args: unknown[]) => unknown;
    const settle = <T>(error: T): T => {
      this.#pending -= 1;
      return markDatabaseError(error);
    };
    const watched = (...args: unknown[]): unknown => {
      const last = args.at(-1);
      if (typeof last === 'function') {
        this.#pending += 1;
        const callback: Callback = (error, ...rest) => (last as Callback)(settle(error), ...rest);
        return call(...args.slice(0, -1), callback);
      }
      const result = call(...args);
      if (!(result instanceof Promise)) return result;
      this.#pending += 1;
      return result.then(
        (value: unknown) => {
          settle(undefined);
          return value;
        },
        (error: unknown) => {
          throw settle(error);
        },
      );
    };
    return watched as Method;
  }
}

import pg from 'pg';
import { markDatabaseError } from './database-away.ts';

type Answered = (error: unknown, ...rest: unknown[]) => void;

/** Returns the method with the errors marked that it passes to its callback or rejects with. */
function marking<Method>(method: Method): Method {
  const call = method as (...args: unknown[]) => unknown;
  const marked = (...args: unknown[]): unknown => {
    const last = args.at(-1);
    if (typeof last === 'function') {
      const answered: Answered = (error, ...rest) => (last as Answered)(markDatabaseError(error), ...rest);
      return call(...args.slice(0, -1), answered);
    }
    const result = call(...args);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw markDatabaseError(error);
    });
  };
  return marked as Method;
}

/** A client whose errors are known to come from the database, whatever their code. */
export class DatabaseClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connect = marking((...args: []) => super.connect(...args));
    this.query = marking(((...args: [string]) => super.query(...args)) as pg.Client['query']);
  }
}

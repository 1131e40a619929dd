import { type ErrorCode, errorCatalogue } from '@zapdeck/contract/errors';

interface RefusalDetails {
  /** A sentence that says more than the catalogue's. */
  message?: string;
  /** What is wrong with each field, by its dotted path. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** For the log alone. */
  cause?: unknown;
}

/** A refusal with one of the closed list of codes: thrown anywhere below a route, answered by the error handler. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, { message, fields, headers, cause }: RefusalDetails = {}) {
    super(message ?? errorCatalogue[code].message, cause === undefined ? undefined : { cause });
    this.name = 'Refusal';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.fields = fields;
    this.headers = headers ?? {};
  }
}

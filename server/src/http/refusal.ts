import { type ErrorCode, errorCatalogue } from '@zapdeck/contract/errors';

interface RefusalDetails {
  /** Message in place of the catalogue’s. */
  message?: string;
  /** Fault of each field, by its dotted path. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** Error with one of the closed list of codes. Thrown below a route, answered by the error handler. */
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

import { type ErrorCode, errorCatalogue } from '@zapdeck/contract/errors';

interface RefusalDetails {
  message?: string;
  /** Keys are dotted paths. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  cause?: unknown;
}

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

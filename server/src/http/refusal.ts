import { type ErrorCode, errorCatalogue } from '@zapdeck/contract/wire/errors';
import { inEnglish, type Marked } from '@zapdeck/contract/wire/message';
import type { WorkChallenge } from '@zapdeck/contract/sign-in/signup-work';

interface RefusalDetails {
  /** Marked for translation. The response has it in the language of the request. */
  message?: Marked;
  /** Keys are dotted paths. Several texts are joined. */
  fields?: Record<string, Marked | readonly Marked[]>;
  headers?: Record<string, string>;
  work?: WorkChallenge;
  cause?: unknown;
}

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly marked: Marked;
  readonly fields: Record<string, Marked | readonly Marked[]> | undefined;
  readonly headers: Record<string, string>;
  readonly work: WorkChallenge | undefined;

  constructor(code: ErrorCode, { message, fields, headers, work, cause }: RefusalDetails = {}) {
    const marked = message ?? errorCatalogue[code].message;
    super(inEnglish(marked), cause === undefined ? undefined : { cause });
    this.name = 'Refusal';
    this.marked = marked;
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.fields = fields;
    this.headers = headers ?? {};
    this.work = work;
  }
}

/** Refuses a picture that was drawn, which costs the member processor time, or that would have been. */
export class PictureRefusal extends Refusal {}

/** Rejects with `unavailable`. Long work calls it between its steps. */
export function throwIfStopping({ isStopping }: { isStopping: () => boolean }): void {
  if (isStopping()) throw new Refusal('unavailable');
}

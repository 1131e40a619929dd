import { type ErrorCode, errorCatalogue } from '@zapdeck/contract/wire/errors';
import { inEnglish, type Marked } from '@zapdeck/contract/wire/message';
import type { WorkChallenge } from '@zapdeck/contract/sign-in/signup-work';

interface RefusalDetails {
  /** Marked for translation. The response has it in the language of the request. */
  message?: Marked;
  /** By dotted path. Several texts are joined. */
  fields?: Record<string, Marked | readonly Marked[]>;
  headers?: Record<string, string>;
  work?: WorkChallenge;
  /** Current values of the fields that another admin has changed. */
  changes?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly marked: Marked;
  readonly fields: Record<string, Marked | readonly Marked[]> | undefined;
  readonly headers: Record<string, string>;
  readonly work: WorkChallenge | undefined;
  readonly changes: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, { message, fields, headers, work, changes, cause }: RefusalDetails = {}) {
    const marked = message ?? errorCatalogue[code].message;
    super(inEnglish(marked), cause === undefined ? undefined : { cause });
    this.name = 'Refusal';
    this.marked = marked;
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.fields = fields;
    this.headers = headers ?? {};
    this.work = work;
    this.changes = changes;
  }
}

/** Refusal of an uploaded picture. Such uploads do not count towards the limit of calls; the queue limits CPU time. */
export class PictureRefusal extends Refusal {}

/** Rejects with `unavailable` while stopping. Long work calls it between steps. */
export function throwIfStopping({ isStopping }: { isStopping: () => boolean }): void {
  if (isStopping()) throw new Refusal('unavailable');
}

import { createReadStream } from 'node:fs';
import { createZstdDecompress } from 'node:zlib';
import { pipeline } from 'node:stream';
import * as z from 'zod/mini';

/* A compressed psql script: one COPY per table, each followed by a JSON comment with number of rows and hash. */

export const BackupHeader = z.object({
  zapdeckBackup: z.literal(1),
  version: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ path: z.string(), hash: z.string() })),
  tables: z.array(z.object({ table: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
  rowsEstimated: z.number(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const TableEnd = z.object({ table: z.string(), rows: z.int(), sha256: z.string() });
export type TableEnd = z.infer<typeof TableEnd>;

export const BackupEnd = z.object({
  complete: z.literal(true),
  waiting: z.array(z.object({ id: z.optional(z.uuid()), name: z.string(), data: z.optional(z.unknown()) })),
});
export type BackupEnd = z.infer<typeof BackupEnd>;

export const ROWS_END = '\\.\n';

export class UnusableBackup extends Error {
  override name = 'UnusableBackup';
}

export const commentOf = (said: object): string => `-- ${JSON.stringify(said)}\n`;

const NEWLINE = 10;
const AFTER_LINE = Buffer.from(`\n${ROWS_END}`);

export class BackupReader {
  readonly #pieces: AsyncGenerator<Buffer>;
  #kept: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    const pieces = pipeline(createReadStream(path), createZstdDecompress(), () => undefined);
    this.#pieces = pieces[Symbol.asyncIterator]() as AsyncGenerator<Buffer>;
  }

  async close(): Promise<void> {
    await this.#pieces.return(undefined);
  }

  async #more(): Promise<boolean> {
    try {
      const { value, done } = await this.#pieces.next();
      if (done) return false;
      this.#kept = this.#kept.length === 0 ? value : Buffer.concat([this.#kept, value]);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      throw new UnusableBackup('The file is not a backup of Zapdeck, or it is damaged or incomplete.');
    }
  }

  #take(length: number): Buffer {
    const taken = this.#kept.subarray(0, length);
    this.#kept = this.#kept.subarray(length);
    return taken;
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#kept.indexOf(NEWLINE);
      if (end >= 0) return this.#take(end + 1).toString('utf8');
      if (!(await this.#more())) throw new UnusableBackup('The backup is incomplete: its end is missing.');
    }
  }

  async end(): Promise<void> {
    if (this.#kept.length > 0 || (await this.#more()))
      throw new UnusableBackup('The backup is damaged: it continues after its end.');
  }

  async said<S extends z.ZodMiniType>(schema: S): Promise<z.output<S>> {
    const line = await this.#line();
    try {
      return schema.parse(JSON.parse(line.replace(/^-- /, '')));
    } catch {
      throw new UnusableBackup('The file is not a backup of Zapdeck, or it is damaged.');
    }
  }

  async *rows(): AsyncGenerator<Buffer> {
    await this.#line();
    for (;;) {
      if (this.#kept.subarray(0, ROWS_END.length).toString('latin1') === ROWS_END) break;
      const end = this.#kept.indexOf(AFTER_LINE);
      const whole = end >= 0 ? end + 1 : this.#kept.lastIndexOf(NEWLINE) + 1;
      if (whole > 0) yield this.#take(whole);
      else if (!(await this.#more()))
        throw new UnusableBackup('The backup is incomplete: its end is missing.');
    }
    this.#take(ROWS_END.length);
  }
}

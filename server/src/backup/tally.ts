import { createHash } from 'node:crypto';
import type { TableEnd } from './archive.ts';

const NEWLINE = 10;

function rowsIn(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

interface Tally {
  through(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
  end(): TableEnd;
}

export function createTally(table: string, onRows: (rows: number) => void = () => undefined): Tally {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    async *through(pieces) {
      for await (const piece of pieces) {
        hash.update(piece);
        rows += rowsIn(piece);
        onRows(rows);
        yield piece;
      }
    },
    end: () => ({ table, rows, sha256: hash.digest('hex') }),
  };
}

import { readFile } from 'node:fs/promises';
import { inflateSync, unzipSync } from 'node:zlib';

/** An object of R. `values` of NULL is empty. */
export interface RObject {
  values: readonly number[] | readonly string[] | readonly RObject[];
  attributes: Readonly<Record<string, RObject>>;
}

/** Type codes and flags of R's serialisation (R Internals, section 1.8). */
const TYPE = {
  pairs: 2,
  logical: 10,
  integer: 13,
  real: 14,
  strings: 16,
  list: 19,
  reference: 255,
  end: 254,
} as const;
const [HAS_ATTRIBUTES, HAS_TAG] = [0x2_00, 0x4_00];
const XDR = 'X\n';
const NULL: RObject = { values: [], attributes: {} };

/** Reads one serialised object of R in XDR format, version 2 or 3. Throws on types that data frames do not need. */
export function readRObject(bytes: Buffer): RObject {
  let at = 0;
  const symbols: string[] = [];
  const int = () => {
    at += 4;
    return bytes.readInt32BE(at - 4);
  };
  const double = () => {
    at += 8;
    return bytes.readDoubleBE(at - 8);
  };
  const text = (length: number) => {
    at += Math.max(0, length);
    return length < 0 ? '' : bytes.toString('utf8', at - length, at);
  };
  const times = <T>(count: number, next: () => T) => Array.from({ length: count }, next);

  function readString(): string {
    int();
    return text(int());
  }

  function readName(): string {
    const flags = int();
    if ((flags & 0xff) === TYPE.reference) return symbols[(flags >>> 8) - 1] ?? '';
    const name = readString();
    symbols.push(name);
    return name;
  }

  function readPairs(): Record<string, RObject> {
    const pairs: Record<string, RObject> = {};
    for (let flags = int(); (flags & 0xff) === TYPE.pairs; flags = int()) {
      if ((flags & HAS_TAG) === 0) throw new Error('A pair without a name');
      const name = readName();
      pairs[name] = read();
    }
    return pairs;
  }

  function readValues(type: number): RObject['values'] {
    switch (type) {
      case TYPE.logical:
      case TYPE.integer:
        return times(int(), int);
      case TYPE.real:
        return times(int(), double);
      case TYPE.strings:
        return times(int(), readString);
      case TYPE.list:
        return times(int(), read);
      default:
        throw new Error(`R objects of type ${type} are not supported`);
    }
  }

  function read(): RObject {
    const flags = int();
    if ((flags & 0xff) === TYPE.end) return NULL;
    const values = readValues(flags & 0xff);
    return { values, attributes: (flags & HAS_ATTRIBUTES) === 0 ? {} : readPairs() };
  }

  if (text(XDR.length) !== XDR) throw new Error('Not an R object in XDR format');
  const version = int();
  // Versions of R that wrote and can read it.
  times(2, int);
  if (version === 3) text(int());
  return read();
}

/** Returns the named values of a list or data frame. */
export function fieldsOf({ values, attributes }: RObject): Map<string, RObject> {
  const names = (attributes['names']?.values ?? []) as readonly string[];
  return new Map(names.map((name, index) => [name, values[index] as RObject]));
}

/** Reads an object of a package's data: `PATH.rdx` has its place in `PATH.rdb`. */
export async function readLazyLoaded(path: string, name: string): Promise<RObject> {
  const index = fieldsOf(readRObject(unzipSync(await readFile(`${path}.rdx`))));
  const place = index.get('variables');
  const [offset, length] = ((place && fieldsOf(place).get(name))?.values ?? []) as readonly number[];
  if (offset === undefined || length === undefined) throw new Error(`There is no ${name} in ${path}.rdx`);
  const stored = (await readFile(`${path}.rdb`)).subarray(offset, offset + length);
  // The first four bytes are the inflated size.
  return readRObject(inflateSync(stored.subarray(4)));
}

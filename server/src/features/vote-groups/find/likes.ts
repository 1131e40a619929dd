/** Likes of accounts and apps, both numbered from 0. */
export interface Likes {
  accounts: number;
  makers: Int32Array;
  accountOf: Int32Array;
  appOf: Int32Array;
}

export interface Lists {
  starts: Int32Array;
  values: Int32Array;
}

/** Counts how often each key occurs. */
export function countBy(keys: Int32Array, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? 0;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Returns the indexes of the values that pass. */
export function indexesWhere(values: Int32Array, passes: (value: number) => boolean): Int32Array {
  const indexes = new Int32Array(values.length);
  let length = 0;
  for (let index = 0; index < values.length; index += 1) {
    if (!passes(values[index] ?? 0)) continue;
    indexes[length] = index;
    length += 1;
  }
  return indexes.subarray(0, length);
}

interface Listed {
  keys: Int32Array;
  values: Int32Array;
  indexes: Int32Array;
  size: number;
  /** Number of values to keep per key, the last ones. */
  most: number;
}

/** Groups values by key. Keeps their order. */
export function listBy({ keys, values, indexes, size, most }: Listed): Lists {
  const left = new Int32Array(size);
  for (let at = 0; at < indexes.length; at += 1) {
    const key = keys[indexes[at] ?? 0] ?? 0;
    left[key] = (left[key] ?? 0) + 1;
  }
  const starts = new Int32Array(size + 1);
  for (let key = 0; key < size; key += 1)
    starts[key + 1] = (starts[key] ?? 0) + Math.min(left[key] ?? 0, most);
  const grouped = new Int32Array(starts[size] ?? 0);
  for (let at = 0; at < indexes.length; at += 1) {
    const index = indexes[at] ?? 0;
    const key = keys[index] ?? 0;
    const still = left[key] ?? 0;
    left[key] = still - 1;
    if (still <= most) grouped[(starts[key + 1] ?? 0) - still] = values[index] ?? 0;
  }
  return { starts, values: grouped };
}

export const listOf = ({ starts, values }: Lists, key: number): Int32Array =>
  values.subarray(starts[key], starts[key + 1]);

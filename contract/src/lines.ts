import * as z from 'zod/mini';
import { atMost, isStorable } from './primitives.ts';
import { hasMark, isReadable, isReadableLine, isVisible } from './readable.ts';

const oneLine = z.refine<string>(
  (value) => isStorable(value) && isReadableLine(value),
  'This must be one line, without characters that cannot be seen',
);
const readable = z.refine<string>(
  (value) => isStorable(value) && isReadable(value),
  'This text has characters that cannot be seen',
);
/** Line breaks as a browser counts them, whoever sends the text. */
const plainBreaks = z.overwrite<string>((value) => value.replace(/\r\n?/g, '\n'));

const visible = (missing: string) => z.refine<string>(isVisible, { message: missing, abort: true });

/** One line that people read, trimmed, in which everything can be seen; may be empty. */
export function line(max: number) {
  return z.string().check(z.trim(), ...atMost(max), oneLine);
}

/** One line that people read, trimmed, in which everything can be seen and something is. */
export function requiredLine(max: number, missing: string) {
  return z.string(missing).check(z.trim(), visible(missing), ...atMost(max), oneLine);
}

const unmarked = z.refine<string>((value) => !hasMark(value), 'A name cannot have a check mark or a badge');

/** The name of a person, in one line; may be empty. */
export function personName(max: number) {
  return line(max).check(unmarked);
}

/** The name of a person, in one line that has something to be seen. */
export function requiredPersonName(max: number, missing: string) {
  return requiredLine(max, missing).check(unmarked);
}

/** What people write and read, trimmed; may have lines, and may be empty. */
export function prose(max: number) {
  return z.string().check(plainBreaks, z.trim(), ...atMost(max), readable);
}

const visibleOrEmpty = z.overwrite<string>((value) => (isVisible(value) ? value : ''));

/** Prose that may be left out. Text in which nothing can be seen counts as left out. */
export function optionalProse(max: number) {
  return z._default(z.string().check(plainBreaks, z.trim(), visibleOrEmpty, ...atMost(max), readable), '');
}

/** What people write and read, trimmed; may have lines, and has something to be seen. */
export function requiredProse(max: number, missing: string) {
  return z.string(missing).check(plainBreaks, z.trim(), visible(missing), ...atMost(max), readable);
}

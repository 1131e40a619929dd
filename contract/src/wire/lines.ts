import * as z from 'zod/mini';
import { atMost, isStorable } from './primitives.ts';
import { hasMark, isReadable, isReadableLine, isVisible } from './readable.ts';
import { message } from './message.ts';

const oneLine = z.refine<string>(
  (value) => isStorable(value) && isReadableLine(value),
  message('Please use one line without invisible characters'),
);
const readable = z.refine<string>(
  (value) => isStorable(value) && isReadable(value),
  message('This text has invisible characters'),
);
const plainBreaks = z.overwrite<string>((value) => value.replace(/\r\n?/g, '\n'));

const visible = (missing: string) => z.refine<string>(isVisible, { message: missing, abort: true });

/** A trimmed single line of visible characters. May be empty. */
export function line(max: number) {
  return z.string().check(z.trim(), ...atMost(max), oneLine);
}

export function requiredLine(max: number, missing: string) {
  return z.string(missing).check(z.trim(), visible(missing), ...atMost(max), oneLine);
}

const unmarked = z.refine<string>(
  (value) => !hasMark(value),
  message('A name cannot have a check mark or a badge'),
);

/** A line without check marks and badges. May be empty. */
export function personName(max: number) {
  return line(max).check(unmarked);
}

export function requiredPersonName(max: number, missing: string) {
  return requiredLine(max, missing).check(unmarked);
}

/** Trimmed text of one or more lines. May be empty. */
export function prose(max: number) {
  return z.string().check(plainBreaks, z.trim(), ...atMost(max), readable);
}

const visibleOrEmpty = z.overwrite<string>((value) => (isVisible(value) ? value : ''));

/** Like `prose`, and optional. Text without visible characters counts as empty. */
export function optionalProse(max: number) {
  return z._default(z.string().check(plainBreaks, z.trim(), visibleOrEmpty, ...atMost(max), readable), '');
}

export function requiredProse(max: number, missing: string) {
  return z.string(missing).check(plainBreaks, z.trim(), visible(missing), ...atMost(max), readable);
}

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { withoutSecrets } from '@zapdeck/contract/wire/secrets-in-text';
import { DrizzleQueryError } from 'drizzle-orm';
import { causeOf, isDatabaseAway } from '../db/database-away.ts';

/** Maximum depth of causes. An error can be its own cause. */
const DEPTH_MAX = 5;
/** PostgreSQL error codes for invalid values. Their messages quote the value. */
const QUOTING_CLASS = /^22\w{3}$/;

type LoggableError = {
  type: string;
  message: string;
  stack: string;
  code?: string | number;
  query?: string;
  constraint?: string;
  cause?: LoggableError;
  errors?: LoggableError[];
};

function loggableMessageOf(error: Error, code: unknown): string {
  if (typeof code === 'string' && QUOTING_CLASS.test(code)) return `PostgreSQL refused a value (${code})`;
  return withoutSecrets(error.message);
}

function describeError(error: unknown, depth: number): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an error', stack: '' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const isQuery = error instanceof DrizzleQueryError;
  const cause = error.cause === undefined || depth === 0 ? undefined : describeError(error.cause, depth - 1);
  const message = isQuery ? (cause?.message ?? 'A statement failed') : loggableMessageOf(error, code);
  const type = error.constructor.name;
  const stack = error.stack ?? '';
  const start = stack.indexOf(error.message);
  const calls = start < 0 ? '' : stack.slice(start + error.message.length);
  return {
    type,
    message,
    stack: `${type}: ${message}${sourceStack(calls)}`,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(isQuery ? { query: error.query } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(cause ? { cause } : {}),
    ...(error instanceof AggregateError && depth > 0
      ? { errors: error.errors.map((one) => describeError(one, depth - 1)) }
      : {}),
  };
}

/** Omits values of statements and other fields of libraries’ errors, which may contain secrets. */
export function loggableError(error: unknown): LoggableError {
  return describeError(error, DEPTH_MAX);
}

export function loggableCause(error: Error): Pick<LoggableError, 'code' | 'message'> {
  const { code, message } = loggableError(causeOf(error));
  return { ...(code === undefined ? {} : { code }), message };
}

/** Returns `err` with its stack for a bug, or `cause` in one line for a fault of the environment. */
export function loggableFault(
  error: unknown,
): { err: unknown } | { cause: ReturnType<typeof loggableCause> } {
  return error instanceof Error && isDatabaseAway(error) ? { cause: loggableCause(error) } : { err: error };
}

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | undefined>();

function readMap(file: string): SourceMap | undefined {
  const map = new URL(`${file}.map`);
  return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined;
}

function sourceStack(stack: string): string {
  return stack.replace(PLACE, (place: string, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    const origin = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    // The map has only our code. An origin on another line means that this place is in a package.
    if (!origin || !('originalSource' in origin) || origin.generatedLine !== Number(line) - 1) return place;
    const source = new URL(origin.originalSource, file).href;
    return `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  });
}

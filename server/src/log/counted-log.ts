import type { FastifyBaseLogger } from 'fastify';
import { causeOf } from '../db/database-away.ts';
import { loggableFault } from './loggable-error.ts';

const SUM_UP_MS = 60_000;
/** Parts in which equal errors differ: numbers, and names of queues and workers in brackets. */
const VARYING = /\(.*?\)|\d+/g;

interface LogLine {
  level?: 'warn' | 'error';
  fields?: object;
  message: string;
  alike: readonly unknown[];
}

interface RepeatCounts {
  lines: Map<string, LogLine & { repeated: number }>;
  timer: NodeJS.Timeout;
}

const countsByLog = new WeakMap<FastifyBaseLogger, RepeatCounts>();

function sumUp(log: FastifyBaseLogger, lines: RepeatCounts['lines']): void {
  for (const [key, line] of lines) {
    const { level = 'warn', fields, message, repeated } = line;
    if (repeated === 0) lines.delete(key);
    else log[level]({ ...fields, repeated }, message);
    line.repeated = 0;
  }
}

function startCounting(log: FastifyBaseLogger): RepeatCounts {
  const lines: RepeatCounts['lines'] = new Map();
  const counts = { lines, timer: setInterval(sumUp, SUM_UP_MS, log, lines).unref() };
  countsByLog.set(log, counts);
  return counts;
}

/** Logs the first line, and once a minute the number of equal ones. `first` can be the log of a request. */
export function logCounted(log: FastifyBaseLogger, line: LogLine, first = log): void {
  const { lines } = countsByLog.get(log) ?? startCounting(log);
  const key = JSON.stringify(line.alike);
  const known = lines.get(key);
  if (known) {
    known.repeated += 1;
    return;
  }
  lines.set(key, { ...line, repeated: 0 });
  first[line.level ?? 'warn'](line.fields ?? {}, line.message);
}

export function kindOfError(error: unknown): string {
  const { code, message } = causeOf(error instanceof Error ? error : new Error(String(error)));
  return typeof code === 'string' ? code : message.replaceAll(VARYING, '');
}

/** Logs an error of background work: the first of its kind, and once a minute the number of others. */
export function logFault(
  log: FastifyBaseLogger,
  error: unknown,
  { fields, alike = [], ...line }: Omit<LogLine, 'alike'> & Partial<LogLine>,
): void {
  logCounted(log, {
    ...line,
    fields: { ...fields, ...loggableFault(error) },
    alike: [line.message, ...alike, kindOfError(error)],
  });
}

/** Logs the numbers of the last minute. */
export function stopCounting(log: FastifyBaseLogger): void {
  const counts = countsByLog.get(log);
  if (!counts) return;
  clearInterval(counts.timer);
  countsByLog.delete(log);
  sumUp(log, counts.lines);
}

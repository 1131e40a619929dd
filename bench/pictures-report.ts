import { figure } from './figures.ts';
import { describeMachine, type Machine } from './machine.ts';
import { median } from './median.ts';
import { tableOf } from './table.ts';

const ABOVE_REST_MB = 60;
const SERVED_MS = 5;

export interface PicturesResult {
  at: string;
  machine: Machine;
  /** The first reading is at rest. `drawingMb` is the drawing process, if it runs. */
  readings: { pictures: number; rssMb: number; drawingMb: number; seconds: number }[];
  /** Milliseconds per picture, in sequence. */
  served: number[];
}

const highest = (numbers: readonly number[]) => Math.max(...numbers);
const p99 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;

/** Returns the section about pictures. */
export function picturesSection({ at, machine, readings, served }: PicturesResult): string {
  const last = readings.at(-1) ?? { pictures: 0, seconds: Number.NaN };
  const rest = readings[0]?.rssMb ?? Number.NaN;
  const above = highest(readings.map(({ rssMb }) => rssMb)) - rest;
  return [
    `### ${figure(last.pictures)} pictures through check and store`,
    `Each app's page is checked, and its picture fetched, re-encoded and stored, ${at.slice(0, 10)}. ${describeMachine(machine)}. RSS of the server, and of the drawing process.`,
    tableOf(
      ['pictures', 'after', 'server', 'drawing'],
      readings.map(({ pictures, rssMb, drawingMb, seconds }) => [
        figure(pictures),
        `${figure(seconds)} s`,
        `${figure(rssMb)} MB`,
        drawingMb > 0 ? `${figure(drawingMb)} MB` : '–',
      ]),
    ),
    `The server is at most ${figure(above)} MB above rest (wanted: ${ABOVE_REST_MB}). A single client requested one picture ${figure(served.length)} times: median ${figure(median(served))} ms, 99th percentile ${figure(p99(served))} ms (wanted: ${SERVED_MS}).`,
  ].join('\n\n');
}

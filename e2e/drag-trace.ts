/** An event of a trace of Chromium; times are in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** CPU time within the duration. */
  tdur?: number;
  args?: { name?: string };
}

/** The marks that the page sets in each frame of a drag, and in the first one, which ends no frame. */
export const MARKS = { first: 'drag-first', frame: 'drag-frame' } as const;

/** Recorded categories: tasks of all threads, and style, layout, paint and tiles of Chromium. */
export const CATEGORIES = [
  '__metadata',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'toplevel',
];

/** Parts of a frame in the order of the table: of our page, of the compositor, and of the pages of framed apps. */
export const KINDS = [
  'script',
  'style',
  'layout',
  'paint',
  'other of ours',
  'compositing',
  'raster',
  'display',
  'the apps',
] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds of work of our main thread by event name. The rest of a task is `other of ours`. */
const OURS: Readonly<Record<string, Kind>> = {
  EventDispatch: 'script',
  FireAnimationFrame: 'script',
  FunctionCall: 'script',
  RunMicrotasks: 'script',
  TimerFire: 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  HitTest: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

/** Milliseconds of each kind of work in a frame, and of the frame itself. */
export type Frame = Record<Kind | 'frame', number>;

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
const isTask = ({ name }: TraceEvent) => name.endsWith('RunTask');

interface Part {
  from: number;
  to: number;
  kind: Kind;
  /** Share of its time in which the thread ran on a CPU. */
  share: number;
}

/** Classifies events: of our main thread by name, of other threads by their process. */
function kindsOf(events: readonly TraceEvent[], ours: TraceEvent): (event: TraceEvent) => Kind | undefined {
  const named = events.filter(({ name }) => name === 'thread_name');
  const names = new Map(named.map((one) => [threadOf(one), one.args?.name ?? '']));
  const drawing = new Set(named.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid }) => pid));
  return (event) => {
    const thread = names.get(threadOf(event)) ?? '';
    if (threadOf(event) === threadOf(ours))
      return OURS[event.name] ?? (isTask(event) ? 'other of ours' : undefined);
    if (event.pid === ours.pid)
      return thread === 'Compositor' ? 'compositing' : event.name === 'RasterTask' ? 'raster' : undefined;
    if (drawing.has(event.pid)) return isTask(event) ? 'the apps' : undefined;
    return thread === 'VizCompositorThread' ? 'display' : undefined;
  };
}

/** Returns the time of one thread in order, each moment as the innermost event with a kind. */
function partsOf(events: readonly TraceEvent[], kindOf: (event: TraceEvent) => Kind | undefined): Part[] {
  const parts: Part[] = [];
  const open: { to: number; kind: Kind | undefined; share: number }[] = [];
  let at = 0;
  const goOnTo = (time: number) => {
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const to = Math.min(time, top.to);
      if (top.kind && to > at) parts.push({ from: at, to, kind: top.kind, share: top.share });
      at = Math.max(at, to);
      if (top.to > time) return;
      open.pop();
    }
  };
  for (const event of events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    goOnTo(event.ts);
    at = event.ts;
    const { dur = 0, tdur = dur } = event;
    open.push({
      to: event.ts + dur,
      kind: kindOf(event) ?? open.at(-1)?.kind,
      share: dur > 0 ? Math.min(1, tdur / dur) : 1,
    });
  }
  goOnTo(Infinity);
  return parts;
}

/**
 * Splits the frames of all drags in a trace by the CPU time of each kind of work. Threads run in parallel and wait, so
 * the parts do not add up to the frame.
 */
export function framesOf(trace: string): Frame[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const marks = traceEvents
    .filter(({ name }) => name === MARKS.first || name === MARKS.frame)
    .toSorted((a, b) => a.ts - b.ts);
  const [ours] = marks;
  if (!ours) return [];
  const kindOf = kindsOf(traceEvents, ours);
  const lasting = traceEvents.filter(({ ph }) => ph === 'X');
  const parts = [...Map.groupBy(lasting, threadOf).values()].flatMap((events) => partsOf(events, kindOf));
  return marks.slice(1).flatMap(({ name, ts: to }, index) => {
    const from = marks[index]?.ts ?? to;
    if (name === MARKS.first) return [];
    const frame = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Frame;
    frame.frame = (to - from) / 1_000;
    for (const part of parts) {
      const shared = Math.min(part.to, to) - Math.max(part.from, from);
      if (shared > 0) frame[part.kind] += (shared * part.share) / 1_000;
    }
    return [frame];
  });
}

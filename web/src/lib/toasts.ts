export interface ToastOptions {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  durationMs?: number;
  /** A slim line for minor messages. Like toasts with `stays`, it remains when the next card comes. */
  look?: 'line';
  stays?: true;
  action?: { label: string; onClick: () => void };
}

export interface ToastState extends ToastOptions {
  id: number;
  leaving: boolean;
}

const DURATION_MS = 5_000;
const REMOVE_MS = 300;

let current: ToastState | undefined;
let nextId = 1;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: ToastState | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Returns the toast to show, or undefined. */
export function currentToast(): ToastState | undefined {
  return current;
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts the time after which the toast leaves, from the beginning. */
export function startTimer(): void {
  // A restarted timer would keep a toast that is fading out: invisible, but in the way.
  if (current?.leaving) return;
  clearTimeout(timer);
  timer = setTimeout(dismissToast, current?.durationMs ?? DURATION_MS);
}

/** Keeps the toast while the user points at it. */
export function stopTimer(): void {
  if (!current?.leaving) clearTimeout(timer);
}

/** Shows a toast instead of the current one. Returns a function that dismisses it. */
export function toast(options: ToastOptions): () => void {
  const id = nextId++;
  change({ ...options, id, leaving: false });
  startTimer();
  return () => {
    if (current?.id === id) dismissToast();
  };
}

/** Fades the toast out and removes it after 300 ms. */
export function dismissToast(): void {
  if (!current || current.leaving) return;
  clearTimeout(timer);
  change({ ...current, leaving: true });
  timer = setTimeout(() => change(undefined), REMOVE_MS);
}

/** Dismisses toasts about the leaving card, so that they do not cover the next one. */
export function leaveWithCard(): void {
  if (!current?.look && !current?.stays) dismissToast();
}

const two = (value: number) => String(value).padStart(2, '0');

/** Formats milliseconds as hh:mm:ss:mmm. Hours can have more digits. */
export function clockTime(durationMs: number): string {
  const ms = Math.max(0, Math.round(durationMs));
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1_000) % 60,
  ];
  return `${two(hours)}:${two(minutes)}:${two(seconds)}:${String(ms % 1_000).padStart(3, '0')}`;
}

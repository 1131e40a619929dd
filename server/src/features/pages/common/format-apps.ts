const whole = new Intl.NumberFormat('en');

export function formatApps(count: number): string {
  return count === 1 ? '1 app' : `${whole.format(count)} apps`;
}

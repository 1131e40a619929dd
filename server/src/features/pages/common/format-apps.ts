const whole = new Intl.NumberFormat('en');

export function formatApps(count: number): string {
  if (count === 0) return 'No apps yet';
  return count === 1 ? '1 app' : `${whole.format(count)} apps`;
}

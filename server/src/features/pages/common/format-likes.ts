const whole = new Intl.NumberFormat('en');

export function likesInWords(upvotes: number): string {
  if (upvotes === 0) return 'No likes yet';
  return upvotes === 1 ? '1 like' : `${whole.format(upvotes)} likes`;
}

const whole = new Intl.NumberFormat('en');

export function formatLikes(upvotes: number): string {
  if (upvotes === 0) return 'No likes yet';
  return upvotes === 1 ? '1 like' : `${whole.format(upvotes)} likes`;
}

import type { PendingApp } from '@zapdeck/contract/apps';
import { grouped } from '../parts/counted.ts';

/** What became of everything that the submitter has handed in, this app aside. */
export function submitterRecord({ submitterRecord: record }: Pick<PendingApp, 'submitterRecord'>): string {
  if (!record) return 'Account deleted';
  const others = [
    [record.approved, 'approved'],
    [record.rejected, 'rejected'],
    [record.pending - 1, 'more pending'],
  ] as const;
  const told = others.filter(([count]) => count > 0).map(([count, what]) => `${grouped(count)} ${what}`);
  return told.length > 0 ? told.join(', ') : 'First submission';
}

import type { UserRow } from '../db/schema/users.table.ts';

/** Returns the state of an account that is not approved; null if it is approved, or needs no approval. */
export function approvalOf({
  mustBeApproved,
  approvedAt,
  refusedAt,
}: Pick<UserRow, 'mustBeApproved' | 'approvedAt' | 'refusedAt'>): 'waiting' | 'refused' | null {
  if (!mustBeApproved || approvedAt !== null) return null;
  return refusedAt === null ? 'waiting' : 'refused';
}

import { screens } from '@zapdeck/contract/instance/screens';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export function personAddress(id: string): string {
  return `${screens['admin-person'].path}?id=${id}`;
}

/** Name of a user, with a link to their page. */
export function PersonLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link href={personAddress(id)} className="dash-link" dir="auto">
      {children}
    </Link>
  );
}

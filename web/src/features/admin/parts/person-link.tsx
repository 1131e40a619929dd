import { screens } from '@zapdeck/contract/screens';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** The page of a person. */
export function personAddress(id: string): string {
  return `${screens['admin-person'].path}?id=${id}`;
}

/** Somebody's name that leads to their page. */
export function PersonLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link href={personAddress(id)} className="dash-link" dir="auto">
      {children}
    </Link>
  );
}

import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { ButtonLink } from '../../../../components/ui/button-link.tsx';
import { loginFromHere } from '../../../../lib/return-to.ts';

/** Leads a guest to the login, and back to the front card. */
export function SignUpLink({ children }: { children: ReactNode }) {
  // Renders again when the address of the card changes.
  useSearch();
  return <ButtonLink href={loginFromHere()}>{children}</ButtonLink>;
}

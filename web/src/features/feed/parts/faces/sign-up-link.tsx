import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { ButtonLink } from '../../../../components/ui/button-link.tsx';
import { loginFromHere } from '../../../../lib/return-to.ts';

/** Leads a guest to the login, and from there back to the card in front. */
export function SignUpLink({ children }: { children: ReactNode }) {
  // The address of the card may change while the link is shown.
  useSearch();
  return <ButtonLink href={loginFromHere()}>{children}</ButtonLink>;
}

import { screens } from '@zapdeck/contract/instance/screens';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Waiting } from '../components/ui/waiting.tsx';

function isLoadedFrom(href: string): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry?.name === new URL(href, location.href).href;
}

interface Props {
  href: string;
  /** No user has signed in since this page was loaded. */
  isVisitorsFirst: boolean;
}

/** Loads the address from the server. If the server sent this page for the address, opens the landing page. */
export function PageLoad({ href, isVisitorsFirst }: Props) {
  useEffect(() => {
    if (isVisitorsFirst && isLoadedFrom(href)) navigate(screens.landing.path, { replace: true });
    else location.replace(href);
  }, [href, isVisitorsFirst]);
  return <Waiting />;
}

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { App } from '@zapdeck/contract/apps/apps';
import { listFeed } from '@zapdeck/contract/feed/feed';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useState } from 'react';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { callWithHeaders } from '../../../lib/call.ts';
import { canFrame, FRAME_SANDBOX, frameAllow } from '../../../lib/frame-policy.ts';
import { newId } from '../../../lib/idempotency.ts';
import { learnOwnSite, ownSite } from '../../../lib/own-site.ts';
import './framed-look.css';

function reasonOf({ frameStatus }: Props['app'], isSiteUnknown: boolean): string {
  if (isSiteUnknown) return t`We couldn’t check if this app can be shown here. Open it in a new tab instead.`;
  return frameStatus === 'unreachable'
    ? t`This address isn’t responding.`
    : t`This app blocks embedding. In the feed it shows its cover and a button that opens it.`;
}

/** Reads our domain from a header of the feed. The id belongs to no app. */
function useOwnSite(): 'pending' | 'error' | 'success' {
  const { status } = useQuery({
    queryKey: ['own-site'],
    queryFn: async ({ signal }) => {
      const { headers } = await callWithHeaders(listFeed, { query: { ids: newId() } }, { signal });
      learnOwnSite(headers);
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return status;
}

interface Props {
  app: Pick<App, 'title' | 'url' | 'frameStatus'>;
  className?: string;
}

/** The app in a frame with the feed's policy, without sound. A click makes it interactive. */
export function FramedLook({ app, className = '' }: Props) {
  const [loaded, setLoaded] = useState<string>();
  const site = useOwnSite();
  if (site === 'pending') return <div className={`dash-look ${className}`} />;
  if (site === 'error' || !canFrame(app, location, ownSite())) {
    return (
      <div className={`dash-look dash-look-none ${className}`}>
        <CloudOff size={30} aria-hidden="true" />
        <p>{reasonOf(app, site === 'error')}</p>
        <a
          href={app.url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('secondary')}
        >{t`Open App`}</a>
      </div>
    );
  }
  return (
    <div className={`dash-look ${className}`}>
      {loaded === app.url ? null : <Spinner label={t`Loading the app`} className="size-8" />}
      {/* Keyed by app, because a new address in the same frame would add to the history. */}
      <iframe
        key={app.url}
        title={t`${{ title: app.title }}, live`}
        src={app.url}
        sandbox={FRAME_SANDBOX}
        allow={frameAllow(false)}
        referrerPolicy="strict-origin"
        onLoad={() => setLoaded(app.url)}
      />
    </div>
  );
}

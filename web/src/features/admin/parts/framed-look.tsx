import { useQuery } from '@tanstack/react-query';
import type { App } from '@zapdeck/contract/apps';
import { listFeed } from '@zapdeck/contract/feed';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useState } from 'react';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { callWithHeaders } from '../../../lib/call.ts';
import { canFrame, FRAME_SANDBOX, frameAllow } from '../../../lib/frame-policy.ts';
import { learnOwnSite, ownSite } from '../../../lib/own-site.ts';
import './framed-look.css';

/** Reads whose pages may not be framed here, which the answers of the feed say; an id that nobody has is enough. */
function useOwnSite(): boolean {
  const { isPending } = useQuery({
    queryKey: ['own-site'],
    queryFn: async ({ signal }) => {
      const ids = crypto.randomUUID();
      const { headers } = await callWithHeaders(listFeed, { query: { ids } }, { signal });
      learnOwnSite(headers);
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return !isPending;
}

interface Props {
  app: Pick<App, 'title' | 'url' | 'frameStatus'>;
  className?: string;
}

/** The app as it would run in the feed, under the feed's policy; silent, and live for whoever clicks into it. */
export function FramedLook({ app, className = '' }: Props) {
  const [loaded, setLoaded] = useState<string>();
  const isSiteKnown = useOwnSite();
  if (!isSiteKnown) return <div className={`ad-look ${className}`} />;
  if (!canFrame(app, location, ownSite())) {
    return (
      <div className={`ad-look ad-look-none ${className}`}>
        <CloudOff size={30} aria-hidden="true" />
        <p>
          {app.frameStatus === 'unreachable'
            ? 'Nobody answers at this address.'
            : 'This app does not let itself be framed. In the feed it shows its cover with a button that opens it.'}
        </p>
      </div>
    );
  }
  return (
    <div className={`ad-look ${className}`}>
      {loaded === app.url ? null : <Spinner label="Loading the app" className="size-8" />}
      {/* Keyed: a new element for each app, so that nothing is added to the history. */}
      <iframe
        key={app.url}
        title={`${app.title}, live`}
        src={app.url}
        sandbox={FRAME_SANDBOX}
        allow={frameAllow(false)}
        referrerPolicy="strict-origin"
        onLoad={() => setLoaded(app.url)}
      />
    </div>
  );
}

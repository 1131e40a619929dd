import type { App } from '@zapdeck/contract/apps/apps';
import { useState } from 'react';
import { FRAME_SANDBOX, frameAllow } from '../../../../lib/frame-policy.ts';
import { leaveDark } from './leave-dark.ts';

interface Props {
  app: Pick<App, 'title' | 'url'>;
  live: boolean;
  inFront: boolean;
  onLoad: () => void;
}

/** The framed app. Its address and permissions never change, because a change would load it again. */
export function AppFrame({ app, live, inFront, onLoad }: Props) {
  const [allow] = useState(() => frameAllow(inFront));
  const [src] = useState(app.url);
  return (
    <iframe
      ref={leaveDark}
      title={app.title}
      src={src}
      sandbox={FRAME_SANDBOX}
      allow={allow}
      referrerPolicy="strict-origin"
      inert={!live}
      className="feed-frame bg-white [color-scheme:light]"
      onLoad={onLoad}
    />
  );
}

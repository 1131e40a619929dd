import { useEffect, useState } from 'react';
import { localized } from '../../lib/localized.ts';
import { timeAgo } from '../../lib/time-ago.ts';

const REFRESH_MS = 60_000;
const exact = localized(
  (locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long', timeStyle: 'short' }),
);

/** Relative time, with the exact time as tooltip. `say` puts it into a sentence. */
export function TimeAgo({ moment, say }: { moment: string; say?: (when: string) => string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const when = timeAgo(moment, now);
  return (
    <time dateTime={moment} data-tooltip={exact().format(Date.parse(moment))}>
      {say ? say(when) : when}
    </time>
  );
}

import { useEffect, useState } from 'react';
import { TODAYS_APPS_PLACEHOLDER, todaysAppsPath } from '@zapdeck/contract/screens';
import './todays-apps.css';

const SECTION = 'todays-apps';

/** As the server filled it into this page; while the build draws it, what the server fills in. */
function drawnMarkup(): string | undefined {
  return typeof document === 'undefined'
    ? TODAYS_APPS_PLACEHOLDER
    : document.getElementById(SECTION)?.innerHTML;
}

/** Six of today's apps, each with the way to its page. The server draws them, for visitors without scripts too. */
export function TodaysApps() {
  const [markup, setMarkup] = useState(drawnMarkup);
  useEffect(() => {
    if (markup !== undefined) return;
    // Somebody signed in, or a visitor from another screen. Without them the page is whole too.
    fetch(todaysAppsPath).then(
      async (answer) => answer.ok && setMarkup(await answer.text()),
      () => undefined,
    );
  }, [markup]);
  return <section id={SECTION} className="todays-apps" dangerouslySetInnerHTML={{ __html: markup ?? '' }} />;
}

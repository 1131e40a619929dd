import { useEffect, useState } from 'react';
import { TODAYS_APPS_PLACEHOLDER, todaysAppsPath } from '@zapdeck/contract/instance/screens';
import './todays-apps.css';

const SECTION = 'todays-apps';

/** Returns the server-rendered list of the page, or a placeholder during the build. */
function drawnMarkup(): string | undefined {
  return typeof document === 'undefined'
    ? TODAYS_APPS_PLACEHOLDER
    : document.getElementById(SECTION)?.innerHTML;
}

/** Six of today's apps with links. The server renders them, also for visitors without scripts. */
export function TodaysApps() {
  const [markup, setMarkup] = useState(drawnMarkup);
  useEffect(() => {
    if (markup !== undefined) return;
    // For signed-in users, and visitors from another screen. The page works without them.
    fetch(todaysAppsPath).then(
      async (answer) => answer.ok && setMarkup(await answer.text()),
      () => undefined,
    );
  }, [markup]);
  return <section id={SECTION} className="todays-apps" dangerouslySetInnerHTML={{ __html: markup ?? '' }} />;
}

import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import type { OwnFirstViews } from '@zapdeck/contract/feed/first-views';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { localized } from '../../../lib/localized.ts';
import { versionInWords } from './budget-words.ts';
import { VersionForm } from './version-form.tsx';
import { WaitingVersion } from './waiting-version.tsx';

const date = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long' }));

interface Props {
  app: OwnApp;
  firstViews: OwnFirstViews;
}

function VersionState({ app, firstViews, onSend }: Props & { onSend: () => void }) {
  const [now] = useState(Date.now);
  const { waitingVersion, versionFrom } = firstViews;
  if (waitingVersion !== null) return <WaitingVersion app={app} note={waitingVersion} />;
  // While first views are missing, there is nothing to choose.
  if (versionFrom === null) return null;
  if (Date.parse(versionFrom) > now)
    return (
      <p className="border-t border-line pt-5 text-sm text-muted">{t`You can send the next new version from ${{ date: date().format(Date.parse(versionFrom)) }}.`}</p>
    );
  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">{versionInWords(firstViews.promised)}</p>
      <Button variant="secondary" onClick={onSend}>{t`Send a new version`}</Button>
    </div>
  );
}

/** Button and form for a new version, or the date from which one can be sent. */
export function VersionPart({ app, firstViews }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <VersionState app={app} firstViews={firstViews} onSend={() => setIsOpen(true)} />
      <Sheet open={isOpen} onClose={close} title={t`Send a new version`}>
        <VersionForm app={app} onClose={close} />
      </Sheet>
    </>
  );
}

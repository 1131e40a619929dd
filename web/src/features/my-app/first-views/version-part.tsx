import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps';
import { cancelVersion, type OwnFirstViews } from '@zapdeck/contract/first-views';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { localized } from '../../../lib/localized.ts';
import { useAction } from '../../../lib/use-action.ts';
import { versionInWords } from './budget-words.ts';
import { keepFirstViews } from './use-first-views.ts';
import { VersionForm } from './version-form.tsx';

const date = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long' }));

function WaitingVersion({ app, note }: { app: OwnApp; note: string }) {
  const cancellation = useAction({
    work: async () => keepFirstViews(app.id, await call(cancelVersion, { params: { id: app.id } })),
    failure: { action: 'cancel-version', title: t`Not cancelled`, text: t`Please try again.` },
  });
  return (
    <div className="grid gap-1 rounded-field bg-amber-soft px-4 py-3 text-amber-ink">
      <p className="font-semibold">{t`New version in review`}</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {note}
      </p>
      <p>
        <button
          type="button"
          className="min-h-11 font-semibold underline underline-offset-4 aria-busy:opacity-60"
          aria-busy={cancellation.pending}
          onClick={cancellation.start}
        >
          {t`Cancel the new version`}
        </button>
      </p>
    </div>
  );
}

/** Sends a new version for review, or says when that is possible. */
export function VersionPart({ app, firstViews }: { app: OwnApp; firstViews: OwnFirstViews }) {
  const [isOpen, setIsOpen] = useState(false);
  const [now] = useState(Date.now);
  const close = () => setIsOpen(false);
  const { waitingVersion, versionFrom } = firstViews;
  if (waitingVersion !== null) return <WaitingVersion app={app} note={waitingVersion} />;
  // While first views are missing, there is nothing to choose.
  if (versionFrom === null) return null;
  if (Date.parse(versionFrom) > now)
    return (
      <p className="text-sm text-muted">{t`You can send the next new version from ${{ date: date().format(Date.parse(versionFrom)) }}.`}</p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" onClick={() => setIsOpen(true)}>{t`Send a new version`}</Button>
      <p className="min-w-52 grow basis-0 text-sm text-muted">{versionInWords(firstViews.promised)}</p>
      <Sheet open={isOpen} onClose={close} title={t`Send a new version`}>
        <VersionForm app={app} onClose={close} />
      </Sheet>
    </div>
  );
}

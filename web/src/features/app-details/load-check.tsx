import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { checkApp } from '@zapdeck/contract/apps/app-checks';
import type { App, FrameStatus } from '@zapdeck/contract/apps/apps';
import Stethoscope from 'lucide-react/icons/stethoscope';
import { useState } from 'react';
import { Spinner } from '../../components/ui/spinner.tsx';
import { call } from '../../lib/call.ts';
import { useAction } from '../../lib/use-action.ts';

interface Props {
  app: App;
  className: string;
  onChecked: (frameStatus: FrameStatus) => void;
}

const found: Readonly<Record<FrameStatus, MessageDescriptor>> = {
  ok: msg`It’s working and can run here.`,
  refused: msg`It opens in a new tab.`,
  unreachable: msg`It isn’t responding right now.`,
  unknown: msg`We couldn’t check it.`,
};

/** Button that checks at once whether the app can be framed, and shows the result. */
export function LoadCheck({ app, className, onChecked }: Props) {
  const [verdict, setVerdict] = useState<FrameStatus>();
  const check = useAction({
    work: async () => {
      setVerdict(undefined);
      return (await call(checkApp, { params: { id: app.id } })).frameStatus;
    },
    failure: { action: 'check', title: t`Couldn’t check the app` },
    onDone: (frameStatus) => {
      setVerdict(frameStatus);
      onChecked(frameStatus);
    },
  });
  return (
    <>
      <button
        type="button"
        className={className}
        aria-busy={check.pending}
        aria-disabled={check.pending}
        onClick={check.start}
      >
        {check.pending ? <Spinner className="size-4" /> : <Stethoscope size={16} aria-hidden="true" />}
        <span>{check.pending ? t`Checking…` : t`Doesn’t load?`}</span>
      </button>
      <output className="col-span-full block min-h-5 text-sm text-muted">
        {verdict && i18n._(found[verdict])}
      </output>
    </>
  );
}

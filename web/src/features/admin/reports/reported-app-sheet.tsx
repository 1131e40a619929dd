import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import type { Report } from '@zapdeck/contract/moderation/reports';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { FramedLook } from '../parts/framed-look.tsx';
import { ReportWords } from '../parts/report-words.tsx';
import { ReasonField } from '../parts/reasons/reason-field.tsx';
import { type ReportsDecision, useDecideReports } from './decide-reports.ts';

interface Reported {
  id: string;
  app: Pick<AdminApp, 'title' | 'url' | 'status' | 'frameStatus'>;
  report: Pick<Report, 'kind' | 'reason'> | undefined;
}

interface FormProps {
  /** `close` rejects the app and closes all its reports; `reject` rejects the app of one report. */
  kind: 'close' | 'reject';
  decisionOf: (reason: string | null) => ReportsDecision | undefined;
  onClose: () => void;
}

interface Props extends FormProps {
  reported: Reported | undefined;
}

const words = {
  close: { confirm: msg`Reject app`, pending: msg`Rejecting…` },
  reject: { confirm: msg`Reject app`, pending: msg`Rejecting…` },
};

function TakeOutForm({
  reported: { app, report },
  kind,
  decisionOf,
  onClose,
}: FormProps & { reported: Reported }) {
  const [reason, setReason] = useState('');
  const decide = useDecideReports(kind, onClose);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const decision = decisionOf(reason.trim() || null);
    if (decision) decide.start(decision);
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-3">
        <StatusBadge app={app} />
        <p dir="ltr" className="min-w-0 grow truncate text-sm text-muted">
          {app.url}
        </p>
        <OpenLink url={app.url} title={app.title} />
      </div>
      <FramedLook app={app} className="dash-look-small" />
      {report === undefined ? null : (
        <blockquote className="dash-quote">
          <ReportWords report={report} />
        </blockquote>
      )}
      {app.status === 'rejected' ? (
        <p className="text-sm text-muted">{t`This app was rejected and is not in the deck.`}</p>
      ) : (
        <>
          <ReasonField reason={reason} rows={2} onType={setReason} />
          <SheetButtons>
            <Button variant="quiet" onClick={onClose}>{t`Cancel`}</Button>
            <Button
              type="submit"
              variant="danger"
              pending={decide.pending ? i18n._(words[kind].pending) : undefined}
            >
              {i18n._(words[kind].confirm)}
            </Button>
          </SheetButtons>
        </>
      )}
    </form>
  );
}

/** Large dialog with a reported app, live, one of its reports, and a form to reject the app. */
export function ReportedAppSheet({ reported, onClose, ...form }: Props) {
  return (
    <RecordSheet record={reported} onClose={onClose} title={({ app }) => app.title}>
      {(shown) => <TakeOutForm {...form} reported={shown} onClose={onClose} />}
    </RecordSheet>
  );
}

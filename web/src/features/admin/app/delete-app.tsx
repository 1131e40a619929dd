import { plural, t } from '@lingui/core/macro';
import { type AdminAppPage, deleteApp } from '@zapdeck/contract/apps/admin-app';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { ReasonField } from '../parts/reasons/reason-field.tsx';

function lossesInWords({ upvotes, downvotes, views, belongings: { reports, notes } }: AdminAppPage): string {
  return t`This also deletes ${plural({ votes: upvotes + downvotes }, { one: '# vote', other: '# votes' })}, ${plural(views, { one: '# view', other: '# views' })}, ${plural(reports, { one: '# report', other: '# reports' })} and ${plural(notes, { one: '# note', other: '# notes' })}. This cannot be undone.`;
}

/** Deletes the app after a confirmation that lists what is deleted with it. */
export function DeleteApp({ app }: { app: AdminAppPage }) {
  const [isAsked, setIsAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [, navigate] = useLocation();
  const { title } = app;
  const removal = useAdminAction({
    name: 'delete-app',
    work: () =>
      call(deleteApp, {
        params: { id: app.id },
        body: { reason: reason.trim() || null, updatedAt: app.updatedAt },
      }),
    success: t`${title} is deleted`,
    failure: t`Couldn’t delete the app`,
    prefersServerText: true,
    onDone: () => navigate('/admin/apps', { replace: true }),
    leaves: true,
  });
  return (
    <>
      <Button variant="danger" onClick={() => setIsAsked(true)}>{t`Delete`}</Button>
      <ConfirmSheet
        open={isAsked}
        title={t`Delete ${title}?`}
        confirm={t`Delete permanently`}
        pending={removal.pending ? t`Deleting…` : undefined}
        onConfirm={removal.start}
        onClose={() => setIsAsked(false)}
      >
        <p>{lossesInWords(app)}</p>
        <ReasonField reason={reason} rows={2} onType={setReason} />
      </ConfirmSheet>
    </>
  );
}

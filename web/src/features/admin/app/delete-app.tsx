import { t } from '@lingui/core/macro';
import { type AdminAppPage, deleteApp } from '@zapdeck/contract/admin-app';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';
import { formatCounted } from '../../../lib/numbers.ts';
import { ReasonField } from '../parts/reasons/reason-field.tsx';

/** Deletes the app for good, after saying how much goes with it. */
export function DeleteApp({ app }: { app: AdminAppPage }) {
  const [isAsked, setIsAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [, navigate] = useLocation();
  const { upvotes, downvotes, views, belongings } = app;
  const removal = useAdminAction({
    name: 'delete-app',
    work: () =>
      call(deleteApp, {
        params: { id: app.id },
        body: { reason: reason.trim() || null, updatedAt: app.updatedAt },
      }),
    success: t`${app.title} is deleted`,
    failure: t`Failed to delete the app`,
    prefersServerText: true,
    onDone: () => navigate('/admin/apps', { replace: true }),
    leaves: true,
  });
  return (
    <>
      <Button variant="danger" onClick={() => setIsAsked(true)}>{t`Delete`}</Button>
      <ConfirmSheet
        open={isAsked}
        title={t`Delete ${app.title}?`}
        confirm={t`Delete for good`}
        pending={removal.pending ? 'Deleting...' : undefined}
        onConfirm={removal.start}
        onClose={() => setIsAsked(false)}
      >
        <p>
          With it go <span>{formatCounted(upvotes + downvotes, 'vote')}</span>,{' '}
          <span>{formatCounted(views, 'view')}</span>,{' '}
          <span>{formatCounted(belongings.reports, 'report')}</span> and{' '}
          <span>{formatCounted(belongings.notes, 'note')}</span>. This cannot be undone.
        </p>
        <ReasonField reason={reason} rows={2} onType={setReason} />
      </ConfirmSheet>
    </>
  );
}

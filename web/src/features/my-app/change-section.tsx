import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { editOwnApp, resubmitApp, withdrawApp } from '@zapdeck/contract/apps/change-own-app';
import { useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmSheet } from '../../components/ui/confirm-sheet.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { call } from '../../lib/call.ts';
import { useUser } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { EditForm, readEditDraft } from './edit-form.tsx';
import { PicturePart } from './picture-part.tsx';
import {
  inReview,
  keepOwnApp,
  refreshOwnApp,
  type ReviewedField,
  reviewedFields,
  waitingFields,
  waitingValue,
} from './own-app.ts';
import { Section } from './section.tsx';
import { WaitingNote } from './waiting-note.tsx';

function WaitingChange({ app, field }: { app: OwnApp; field: ReviewedField }) {
  const name = i18n._(reviewedFields[field].name);
  const cancellation = useAction({
    work: async () => {
      const body = { [field]: app[field], updatedAt: app.updatedAt };
      try {
        keepOwnApp(await call(editOwnApp, { params: { id: app.id }, body }));
      } catch (error) {
        // A moderator may have decided in the meantime.
        refreshOwnApp(app.id);
        throw error;
      }
    },
    failure: { action: 'cancel-change', title: t`Couldn’t cancel the change` },
  });
  return (
    <WaitingNote
      title={inReview([field])}
      value={waitingValue(app, field)}
      cancelLabel={t`Cancel the change: ${name}`}
      cancellation={cancellation}
    />
  );
}

/** Changes in review, each with a Cancel button. */
function WaitingChanges({ app }: { app: OwnApp }) {
  return waitingFields(app).map((field) => <WaitingChange key={field} app={app} field={field} />);
}

interface Props {
  open: boolean;
  app: OwnApp;
  onClose: () => void;
}

function WithdrawQuestion({ open, app, onClose }: Props) {
  const withdrawal = useAction({
    work: async () => keepOwnApp(await call(withdrawApp, { params: { id: app.id } })),
    success: { title: t`Withdrawn`, description: t`Your app isn’t shown anymore.` },
    failure: { action: 'withdraw-app', title: t`Couldn’t withdraw the app` },
    onDone: onClose,
  });
  const isShown = app.status === 'approved';
  return (
    <ConfirmSheet
      open={open}
      title={t`Withdraw ${app.title}?`}
      confirm={t`Withdraw`}
      pending={withdrawal.pending ? t`Withdrawing…` : undefined}
      onConfirm={withdrawal.start}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>
          {isShown
            ? t`It and its public page go offline right away. Anyone using it now can finish.`
            : t`Its review ends.`}
        </li>
        {waitingFields(app).length > 0 ? <li>{t`Your changes in review are dropped.`}</li> : null}
        <li>{t`Its likes and its history are kept.`}</li>
        <li>{t`You can resubmit it at any time. It is then reviewed like a new app.`}</li>
      </ul>
    </ConfirmSheet>
  );
}

/** Buttons and forms to edit, resubmit or withdraw the app and to change its picture. */
export function ChangeSection({ app }: { app: OwnApp }) {
  const user = useUser();
  const [open, setOpen] = useState<'edit' | 'withdraw'>();
  const close = () => setOpen(undefined);
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const resubmit = useAction({
    work: async () => keepOwnApp(await call(resubmitApp, { params: { id: app.id } })),
    success: { title: t`Resubmitted`, description: t`We’ll review it within 24-48 hours and email you.` },
    failure: { action: 'resubmit-app', title: t`Couldn’t resubmit the app` },
  });
  const hasDraft = open === undefined && readEditDraft(app.id, user.id) !== undefined;
  return (
    <Section ref={region} title={t`Edit`}>
      <div className="grid grid-cols-1 gap-5">
        <WaitingChanges app={app} />
        <div className="flex flex-wrap gap-2.5">
          {app.status === 'rejected' ? (
            <Button
              pending={resubmit.pending ? t`Sending…` : undefined}
              onClick={resubmit.start}
            >{t`Resubmit`}</Button>
          ) : null}
          <Button variant="secondary" onClick={() => setOpen('edit')}>
            {hasDraft ? t`Continue editing` : t`Edit`}
          </Button>
          {app.status === 'rejected' ? null : (
            <Button variant="secondary" onClick={() => setOpen('withdraw')}>{t`Withdraw`}</Button>
          )}
        </div>
        <PicturePart app={app} />
      </div>
      <Sheet open={open === 'edit'} onClose={close} title={t`Edit your app`}>
        <EditForm app={app} userId={user.id} onClose={close} />
      </Sheet>
      <WithdrawQuestion
        open={open === 'withdraw'}
        app={app}
        // A late response must not close the edit form.
        onClose={() => setOpen((now) => (now === 'withdraw' ? undefined : now))}
      />
    </Section>
  );
}

import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { resubmitApp } from '@zapdeck/contract/apps/change-own-app';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { useUser } from '../../../lib/session.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { readEditDraft } from './edit-draft.ts';
import { EditForm } from './edit-form.tsx';
import { keepOwnApp } from './keep-own-app.ts';
import { PicturePart } from './picture-part.tsx';
import { Section } from '../section.tsx';
import { WaitingChanges } from './waiting-changes.tsx';
import { WithdrawQuestion } from './withdraw-question.tsx';

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
      <WithdrawQuestion open={open === 'withdraw'} app={app} onClose={close} />
    </Section>
  );
}

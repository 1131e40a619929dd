import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { type AdminApp, AppStatus, editApp, TIME_SPENT_MAX } from '@zapdeck/contract/apps/apps';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Field } from '../../../components/ui/field.tsx';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { clockTime } from '../parts/words/clock-time.ts';
import { FrameFacts } from './frame-facts.tsx';
import { PictureFacts } from './picture-facts.tsx';
import { ReasonField } from '../parts/reasons/reason-field.tsx';
import { SaveButtons } from '../parts/save-buttons.tsx';
import { oneOf } from '../../../lib/one-of.ts';
import { wholeNumber } from '../parts/words/whole-number.ts';

interface Props {
  app: AdminApp | undefined;
  onClose: () => void;
}

const names = { pending: msg`Pending`, approved: msg`Approved`, rejected: msg`Rejected` };
const TIME = { min: 1, max: TIME_SPENT_MAX, fallback: 1 } as const;

interface Values {
  timeSpent: number;
  status: AppStatus;
  reason: string | null;
}

/** Returns only the changed fields, because votes or admins may have changed others. */
function changesOf(app: AdminApp, { timeSpent, status, reason }: Values): Partial<Values> {
  const isReasonChanged = status === 'rejected' && reason !== app.reviewReason;
  return {
    ...(timeSpent === app.timeSpent ? {} : { timeSpent }),
    ...(status === app.status && !isReasonChanged ? {} : { status }),
    ...(isReasonChanged ? { reason } : {}),
  };
}

const Rules = z.object({
  timeSpent: z.pipe(
    z.string(),
    z.transform((typed: string) => wholeNumber(typed, TIME)),
  ),
  status: AppStatus,
  reason: z.pipe(
    z.string(),
    z.transform((typed: string) => typed.trim() || null),
  ),
});

function EditAppForm({ app, onClose }: { app: AdminApp; onClose: () => void }) {
  const form = useForm(Rules, {
    timeSpent: String(app.timeSpent),
    status: app.status,
    reason: app.reviewReason ?? '',
  });
  const { ref, bind, set, values } = form;
  /** Version of the app that this form has read. Changing the picture updates it. */
  const [knownAt, setKnownAt] = useState(app.updatedAt);
  const isTold = values.status !== app.status && values.status !== 'pending';
  const typedTime = wholeNumber(values.timeSpent, TIME);
  const duration = clockTime(typedTime);
  const save = useAdminAction({
    form,
    name: 'edit-app',
    work: (typed: Values) =>
      call(editApp, { params: { id: app.id }, body: { ...changesOf(app, typed), updatedAt: knownAt } }),
    success: t`App updated successfully`,
    failure: t`Failed to update app`,
    prefersServerText: true,
    onDone: onClose,
    leaves: true,
  });
  return (
    <form ref={ref} onSubmit={form.submit(save.start)} className="grid gap-5" noValidate>
      <FrameFacts app={app} />
      <PictureFacts app={app} onChange={(changed) => setKnownAt(changed.updatedAt)} />
      {useIsAdmin() ? (
        <Field label={t`Time spent`} hint={t`In milliseconds, at least 1. That is ${duration}.`}>
          {(control) => (
            <TextInput
              {...control}
              {...bind('timeSpent')}
              data-autofocus
              inputMode="numeric"
              onBlur={() => set('timeSpent', String(typedTime))}
            />
          )}
        </Field>
      ) : null}
      <Field label={t`Status`} {...(isTold ? { hint: t`We email the maker about it.` } : {})}>
        {(control) => (
          <SelectInput
            {...control}
            value={values.status}
            onChange={(event) =>
              set('status', oneOf(['pending', 'approved', 'rejected'], event.target.value))
            }
          >
            {AppStatus.options.map((option) => (
              <option key={option} value={option}>
                {i18n._(names[option])}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {values.status === 'rejected' ? (
        <ReasonField reason={values.reason} rows={2} onType={(reason) => set('reason', reason)} />
      ) : null}
      <SaveButtons isSaving={save.pending} onCancel={onClose} />
    </form>
  );
}

/** Form for an app's total time and status. */
export function EditAppSheet({ app, onClose }: Props) {
  return (
    <RecordSheet record={app} onClose={onClose} title={({ title }) => t`Edit ${title}`}>
      {(shown) => <EditAppForm app={shown} onClose={onClose} />}
    </RecordSheet>
  );
}

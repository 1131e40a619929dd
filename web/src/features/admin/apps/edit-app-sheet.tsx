import { type AdminApp, AppStatus, editApp, TIME_SPENT_MAX } from '@zapdeck/contract/apps';
import { type SubmitEvent, useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { call } from '../../../lib/call.ts';
import { act } from '../parts/act.ts';
import { clockTime } from '../parts/words/clock-time.ts';
import { FrameFacts } from './frame-facts.tsx';
import { PictureFacts } from './picture-facts.tsx';
import { ReasonField } from '../parts/reasons/reason-field.tsx';
import { SaveButtons } from '../parts/save-buttons.tsx';
import { oneOf } from '../parts/list/use-filters.ts';
import { useOpened } from '../parts/use-opened.ts';
import { wholeNumber } from '../parts/words/whole-number.ts';

interface Props {
  app: AdminApp | undefined;
  onClose: () => void;
}

const names = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;
const TOLD = 'The maker is told by email.';
const TIME = { min: 1, max: TIME_SPENT_MAX, fallback: 1 } as const;

interface Values {
  timeSpent: number;
  status: AppStatus;
  reason: string | null;
}

/** What was changed in the form: the rest may have moved on meanwhile, by people who use the app or another admin. */
function changesOf(app: AdminApp, { timeSpent, status, reason }: Values): Partial<Values> {
  const isReasonChanged = status === 'rejected' && reason !== app.reviewReason;
  return {
    ...(timeSpent === app.timeSpent ? {} : { timeSpent }),
    ...(status === app.status && !isReasonChanged ? {} : { status }),
    ...(isReasonChanged ? { reason } : {}),
  };
}

/** Sets an app's time and status, each freely; specification, sections 4 and 5. */
export function EditAppSheet({ app, onClose }: Props) {
  const [time, setTime] = useState('');
  const [status, setStatus] = useState<AppStatus>('pending');
  const [reason, setReason] = useState('');
  /** As of when the app is known here: its picture can be changed while the form is open. */
  const [knownAt, setKnownAt] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const shown = useOpened(app, (opened) => {
    setTime(String(opened.timeSpent));
    setStatus(opened.status);
    setReason(opened.reviewReason ?? '');
    setKnownAt(opened.updatedAt);
  });

  const isTold = status !== shown?.status && status !== 'pending';
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!app || isBusy) return;
    setIsBusy(true);
    const body = changesOf(app, {
      timeSpent: wholeNumber(time, TIME),
      status,
      reason: reason.trim() || null,
    });
    const saved = await act({
      name: 'edit-app',
      work: () => call(editApp, { params: { id: app.id }, body: { ...body, updatedAt: knownAt } }),
      success: 'App updated successfully',
      failure: 'Failed to update app',
      isServerHeard: true,
    });
    setIsBusy(false);
    if (saved) onClose();
  };

  return (
    <Sheet open={!!app} onClose={onClose} title={`Edit ${shown?.title ?? ''}`}>
      <form onSubmit={(event) => void save(event)} className="grid gap-5" noValidate>
        {shown ? <FrameFacts app={shown} /> : null}
        {shown ? <PictureFacts app={shown} onChange={(changed) => setKnownAt(changed.updatedAt)} /> : null}
        <Field label="Time spent" hint={`Milliseconds, at least 1: ${clockTime(wholeNumber(time, TIME))}`}>
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              inputMode="numeric"
              value={time}
              onChange={(event) => setTime(event.target.value)}
              onBlur={() => setTime(String(wholeNumber(time, TIME)))}
            />
          )}
        </Field>
        <Field label="Status" {...(isTold ? { hint: TOLD } : {})}>
          {(control) => (
            <SelectInput
              {...control}
              value={status}
              onChange={(event) => setStatus(oneOf(['pending', 'approved', 'rejected'], event.target.value))}
            >
              {AppStatus.options.map((option) => (
                <option key={option} value={option}>
                  {names[option]}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        {status === 'rejected' ? <ReasonField reason={reason} rows={2} onType={setReason} /> : null}
        <SaveButtons isSaving={isBusy} onCancel={onClose} />
      </form>
    </Sheet>
  );
}

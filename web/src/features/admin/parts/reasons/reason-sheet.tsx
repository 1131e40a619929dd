import { plural, t } from '@lingui/core/macro';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Sheet, useLast } from '../../../../components/ui/sheet.tsx';
import { SheetButtons } from '../../../../components/ui/sheet-form.tsx';
import { ReasonField } from './reason-field.tsx';

/** Texts of a question that asks for a reason for the maker. */
export interface Question {
  title: string;
  text?: string;
  confirm: string;
}

/** Returns the question about the rejection of one app, with its title, or of several. */
export function rejectionOf(title: string, count = 1): Question {
  if (count <= 1) return { title: t`Reject ${title}`, confirm: t`Reject app` };
  const many = plural(count, { one: 'Reject # app', other: 'Reject # apps' });
  return { title: many, confirm: many };
}

interface FormProps {
  isBusy?: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

interface Props extends FormProps {
  question: Question | undefined;
  onClosed?: () => void;
}

function ReasonForm({ question, isBusy = false, onConfirm, onClose }: FormProps & { question: Question }) {
  const [reason, setReason] = useState('');
  const submit = (event?: SubmitEvent) => {
    event?.preventDefault();
    if (!isBusy) onConfirm(reason);
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      {question.text === undefined ? null : <p>{question.text}</p>}
      <ReasonField
        reason={reason}
        rows={3}
        onType={setReason}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        }}
      />
      <SheetButtons>
        <Button variant="quiet" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" variant="danger" pending={isBusy ? t`One moment…` : undefined}>
          {question.confirm}
        </Button>
      </SheetButtons>
    </form>
  );
}

/** Asks for confirmation and an optional reason for the makers. */
export function ReasonSheet({ question, onClosed, ...form }: Props) {
  const shown = useLast(question);
  return (
    <Sheet
      open={question !== undefined}
      onClose={form.onClose}
      {...(onClosed ? { onClosed } : {})}
      title={shown?.title ?? ''}
    >
      {shown ? <ReasonForm {...form} question={shown} /> : null}
    </Sheet>
  );
}

import { REASON_MAX, ReportForm, reportApp } from '@zapdeck/contract/reports';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { CharacterCount } from '../../components/ui/character-count.tsx';
import { controlClass, Field } from '../../components/ui/field.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { useForm } from '../../lib/form.ts';
import { callOnce, newId } from '../../lib/idempotency.ts';
import { useSending } from '../../lib/send-form.ts';
import { useUser } from '../../lib/session.ts';

interface Props {
  appId: string;
  onCancel: () => void;
  /** The report has arrived. */
  onReported: () => void;
}

function draftOf(key: string): string {
  const kept = readDraft(sessionStorage, key)?.['reason'];
  return typeof kept === 'string' ? kept : '';
}

/** Asks why the app should be looked at. What was typed survives a login in between, for the same person. */
export function ReportPanel({ appId, onCancel, onReported }: Props) {
  const draftKey = `zapdeck.report.${appId}.${useUser().id}`;
  const form = useForm(ReportForm, { appId, reason: draftOf(draftKey) });
  const { ref, values, errors, bind } = form;
  const { reason } = values;
  // One report, however often it has to be sent; with other words it is another one.
  const sent = useRef({ reason: '', key: '' });

  useEffect(() => {
    ref.current?.querySelector('textarea')?.focus();
    // All of it, or on a small phone the button that sends it would stay below the edge.
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [ref]);

  useEffect(() => {
    if (reason === '') dropDraft(sessionStorage, draftKey);
    else keepDraft(sessionStorage, draftKey, { reason });
  }, [draftKey, reason]);

  const { pending, onSubmit } = useSending(form, {
    failure: {
      action: 'report',
      data: { appId },
      title: 'Error',
      text: 'Failed to submit report. Please try again.',
      words: 'ours',
    },
    async send(body) {
      if (sent.current.reason !== body.reason) sent.current = { reason: body.reason, key: newId() };
      await callOnce(reportApp, { body }, sent.current.key);
      dropDraft(sessionStorage, draftKey);
      onReported();
    },
  });
  const submit = (event: SubmitEvent) => {
    onSubmit(event);
    const wrong = ReportForm.safeParse(values).error?.issues[0];
    if (wrong) toast({ title: wrong.message, variant: 'destructive' });
  };

  return (
    <form ref={ref} className="rise mt-5 grid gap-4 border-t border-line pt-5" noValidate onSubmit={submit}>
      <Field
        label="Why are you reporting this app?"
        error={errors.reason}
        aside={<CharacterCount text={reason} max={REASON_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            {...bind('reason')}
            // Told while the button is pressed, it would push the button away from under the finger.
            onBlur={undefined}
            dir="auto"
            rows={3}
            maxLength={REASON_MAX}
            className={`${controlClass} resize-y`}
          />
        )}
      </Field>
      <div className="flex gap-2.5">
        <Button
          type="submit"
          variant="danger"
          className="grow"
          pending={pending ? 'Submitting...' : undefined}
        >
          Submit Report
        </Button>
        <Button
          variant="secondary"
          className="grow"
          onClick={() => {
            dropDraft(sessionStorage, draftKey);
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

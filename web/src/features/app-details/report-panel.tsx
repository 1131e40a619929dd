import { REASON_MAX, reportApp } from '@zapdeck/contract/reports';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { CharacterCount } from '../../components/ui/character-count.tsx';
import { controlClass, Field } from '../../components/ui/field.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { callOnce, newId } from '../../lib/idempotency.ts';
import { useUser } from '../../lib/session.ts';
import { tellFailure } from '../../lib/tell-failure.ts';

interface Props {
  appId: string;
  onCancel: () => void;
  /** The report has arrived. */
  onReported: () => void;
}

const REASON_MISSING = 'Please provide a reason for reporting';

/** Asks why the app should be looked at. What was typed survives a login in between, for the same person. */
export function ReportPanel({ appId, onCancel, onReported }: Props) {
  const draftKey = `zapdeck.report.${appId}.${useUser().id}`;
  const [reason, setReason] = useState(() => {
    const kept = readDraft(sessionStorage, draftKey)?.['reason'];
    return typeof kept === 'string' ? kept : '';
  });
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState(false);
  // One report, however often it has to be sent; with other words it is another one.
  const key = useRef(newId());
  const area = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    area.current?.focus();
    // All of it, or on a small phone the button that sends it would stay below the edge.
    area.current?.form?.scrollIntoView({ block: 'nearest' });
  }, []);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (reason.trim() === '') {
      setError(REASON_MISSING);
      toast({ title: REASON_MISSING, variant: 'destructive' });
      area.current?.focus();
      return;
    }
    setSending(true);
    try {
      await callOnce(reportApp, { body: { appId, reason } }, key.current);
      dropDraft(sessionStorage, draftKey);
      onReported();
    } catch (failure) {
      setSending(false);
      tellFailure(failure, {
        action: 'report',
        data: { appId },
        title: 'Error',
        text: 'Failed to submit report. Please try again.',
        words: 'ours',
      });
    }
  };

  return (
    <form
      className="rise mt-5 grid gap-4 border-t border-line pt-5"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <Field
        label="Why are you reporting this app?"
        error={error}
        aside={<CharacterCount text={reason} max={REASON_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            ref={area}
            dir="auto"
            rows={3}
            maxLength={REASON_MAX}
            value={reason}
            className={`${controlClass} resize-y`}
            onChange={(event) => {
              setReason(event.target.value);
              key.current = newId();
              setError(undefined);
              keepDraft(sessionStorage, draftKey, { reason: event.target.value });
            }}
          />
        )}
      </Field>
      <div className="flex gap-2.5">
        <Button
          type="submit"
          variant="danger"
          className="grow"
          pending={sending ? 'Submitting...' : undefined}
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

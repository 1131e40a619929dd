import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import {
  isReasonOptional,
  REASON_MAX,
  reportApp,
  ReportForm,
  ReportKind,
} from '@zapdeck/contract/moderation/reports';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import Check from 'lucide-react/icons/check';
import { type SubmitEvent, useEffect } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { CharacterCount, controlClass, Field } from '../../components/ui/field.tsx';
import { pillChoiceClass } from '../../components/ui/button-class.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { useForm } from '../../lib/form.ts';
import { useCallOnce } from '../../lib/idempotency.ts';
import { reportKindLabels } from '../../lib/report-kinds.ts';
import { useUser } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';

interface ReportReasonsProps {
  chosen: ReportKind | undefined;
  onChoose: (kind: ReportKind) => void;
}

function ReportReasons({ chosen, onChoose }: ReportReasonsProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{t`Why are you reporting this app?`}</legend>
      <div className="flex flex-wrap gap-2">
        {ReportKind.options.map((kind) => (
          <label key={kind} className={pillChoiceClass}>
            <input
              type="radio"
              name="report-kind"
              className="sr-only"
              checked={kind === chosen}
              onChange={() => onChoose(kind)}
            />
            <Check size={16} aria-hidden="true" className="hidden group-has-checked:block" />
            <span>{i18n._(reportKindLabels[kind])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface Props {
  appId: string;
  onCancel: () => void;
  onReported: () => void;
}

interface Draft {
  kind: ReportKind | undefined;
  reason: string;
}

function draftOf(key: string): Draft {
  const { kind, reason } = readDraft(sessionStorage, key) ?? {};
  const known = ReportKind.safeParse(kind);
  return { kind: known.success ? known.data : undefined, reason: typeof reason === 'string' ? reason : '' };
}

/** Form that reports an app. The draft survives a login, for the same user. */
export function ReportPanel({ appId, onCancel, onReported }: Props) {
  const draftKey = `zapdeck.report.${appId}.${useUser().id}`;
  const form = useForm(ReportForm, { appId, ...draftOf(draftKey) });
  const { ref, values, errors, bind, set } = form;
  const { kind, reason } = values;

  useEffect(() => {
    ref.current?.querySelector('input')?.focus({ preventScroll: true });
    // Scrolls all of it into view, so that the Submit button is visible on small phones.
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [ref]);

  useEffect(() => {
    if (reason === '' && kind === undefined) dropDraft(sessionStorage, draftKey);
    else keepDraft(sessionStorage, draftKey, { kind, reason });
  }, [draftKey, kind, reason]);

  const send = useCallOnce(reportApp);
  const { pending, start } = useAction({
    form,
    work: async (body: BodyOf<typeof reportApp>) => {
      await send({ body });
      dropDraft(sessionStorage, draftKey);
    },
    failure: {
      action: 'report',
      data: { appId },
      title: t`Error`,
      text: t`Failed to submit report. Please try again.`,
      words: 'ours',
    },
    onDone: onReported,
    leaves: true,
  });
  const submit = (event: SubmitEvent) => {
    form.submit(start)(event);
    const wrong = ReportForm.safeParse(values).error?.issues[0];
    if (wrong) toast({ title: wrong.message, variant: 'destructive' });
  };

  return (
    <form ref={ref} className="rise mt-5 grid gap-4 border-t border-line pt-5" noValidate onSubmit={submit}>
      <ReportReasons chosen={kind} onChoose={(chosen) => set('kind', chosen)} />
      <Field
        label={t`What is wrong?`}
        optional={isReasonOptional(kind)}
        error={errors.reason}
        aside={<CharacterCount text={reason} max={REASON_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            {...bind('reason')}
            // An error shown on blur would move the Submit button away while it is pressed.
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
          variant="secondary"
          className="grow"
          onClick={() => {
            dropDraft(sessionStorage, draftKey);
            onCancel();
          }}
        >{t`Cancel`}</Button>
        <Button
          type="submit"
          variant="danger"
          className="grow"
          pending={pending ? t`Submitting...` : undefined}
        >{t`Submit report`}</Button>
      </div>
    </form>
  );
}

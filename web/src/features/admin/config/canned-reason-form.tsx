import { t } from '@lingui/core/macro';
import { REVIEW_REASON_MAX } from '@zapdeck/contract/apps/apps';
import {
  addCannedReason,
  CANNED_LABEL_MAX,
  type CannedReason,
  CannedReasonForm as Rules,
  editCannedReason,
} from '@zapdeck/contract/moderation/moderation';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { SheetButtons } from '../../../components/ui/sheet-buttons.tsx';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';

interface Props {
  /** Undefined for a new reason. */
  reason: CannedReason | undefined;
  onClose: () => void;
  onDelete: () => void;
}

/** Form with the label and the text of a canned reason. */
export function CannedReasonForm({ reason, onClose, onDelete }: Props) {
  const form = useForm(Rules, { label: reason?.label ?? '', text: reason?.text ?? '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAdminAction({
    form,
    name: 'save-canned-reason',
    work: (body: BodyOf<typeof addCannedReason>) =>
      reason ? call(editCannedReason, { params: { id: reason.id }, body }) : call(addCannedReason, { body }),
    success: t`Reason saved`,
    failure: t`Couldn’t save the reason`,
    prefersServerText: true,
    onDone: onClose,
    leaves: true,
  });
  return (
    <form ref={ref} onSubmit={form.submit(start)} className="grid gap-5" noValidate>
      <Field label={t`Name`} hint={t`Button label.`} error={errors.label}>
        {(control) => (
          <TextInput
            {...control}
            {...bind('label')}
            data-autofocus
            autoComplete="off"
            maxLength={CANNED_LABEL_MAX}
          />
        )}
      </Field>
      <Field label={t`Text`} hint={t`The maker reads this.`} error={errors.text}>
        {(control) => (
          <textarea
            dir="auto"
            {...control}
            {...bind('text')}
            rows={4}
            maxLength={REVIEW_REASON_MAX}
            className={`${controlClass} resize-none`}
          />
        )}
      </Field>
      <SheetButtons>
        {reason === undefined ? null : (
          <Button variant="danger" className="me-auto" onClick={onDelete}>{t`Delete`}</Button>
        )}
        <Button variant="quiet" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" pending={pending ? t`Saving…` : undefined}>{t`Save`}</Button>
      </SheetButtons>
    </form>
  );
}

import { REVIEW_REASON_MAX } from '@zapdeck/contract/apps';
import {
  addCannedReason,
  CANNED_LABEL_MAX,
  type CannedReason,
  CannedReasonForm as Rules,
  editCannedReason,
} from '@zapdeck/contract/moderation';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { toast } from '../../../components/ui/toast.tsx';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useSending } from '../../../lib/send-form.ts';
import { refreshAdmin } from '../parts/refresh-admin.ts';

interface Props {
  edited: CannedReason | 'new';
  onClose: () => void;
  onDelete: () => void;
}

/** The name and the text of a reason; what is wrong with them stands beside them. */
export function CannedReasonForm({ edited, onClose, onDelete }: Props) {
  const isNew = edited === 'new';
  const form = useForm(Rules, isNew ? { label: '', text: '' } : { label: edited.label, text: edited.text });
  const { ref, errors, bind } = form;
  const { pending, onSubmit } = useSending(form, {
    failure: { action: 'save-canned-reason', title: 'Error', text: 'Failed to save the reason' },
    async send(body) {
      await (isNew
        ? call(addCannedReason, { body })
        : call(editCannedReason, { params: { id: edited.id }, body }));
      toast({ title: 'Success', description: 'Reason saved' });
      void refreshAdmin();
      onClose();
    },
  });
  return (
    <form ref={ref} onSubmit={onSubmit} className="grid gap-5" noValidate>
      <Field label="Name" hint="What stands on the button." error={errors.label}>
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
      <Field label="Text" hint="What the maker reads." error={errors.text}>
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
      <div className="flex flex-wrap justify-end gap-3">
        {isNew ? null : (
          <Button variant="danger" className="mr-auto" onClick={onDelete}>
            Delete
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={pending ? 'Saving...' : undefined}>
          Save
        </Button>
      </div>
    </form>
  );
}

import { REVIEW_REASON_MAX } from '@zapdeck/contract/apps';
import {
  addCannedReason,
  CANNED_LABEL_MAX,
  type CannedReason,
  deleteCannedReason,
  editCannedReason,
} from '@zapdeck/contract/moderation';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { call } from '../../../lib/call.ts';
import { act } from '../parts/act.ts';

interface Props {
  edited: CannedReason | 'new' | undefined;
  onClose: () => void;
}

const empty = { label: '', text: '' };

/** Adds a reason, or changes or deletes one. */
export function CannedReasonSheet({ edited, onClose }: Props) {
  const [shown, setShown] = useState(edited);
  const [form, setForm] = useState(empty);
  const [isBusy, setIsBusy] = useState(false);
  const [isOpen, setIsOpen] = useState(!!edited);
  if (!!edited !== isOpen) {
    setIsOpen(!!edited);
    // While it closes, what it was about stays in sight.
    if (edited) {
      setShown(edited);
      setForm(edited === 'new' ? empty : { label: edited.label, text: edited.text });
    }
  }

  const run = async (name: string, success: string, failure: string, work: () => Promise<unknown>) => {
    if (isBusy) return;
    setIsBusy(true);
    const done = await act({
      name,
      work: async () => {
        await work();
        return true;
      },
      success,
      failure,
      isServerHeard: true,
    });
    setIsBusy(false);
    if (done) onClose();
  };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (!edited) return;
    void run('save-canned-reason', 'Reason saved', 'Failed to save the reason', () =>
      edited === 'new'
        ? call(addCannedReason, { body: form })
        : call(editCannedReason, { params: { id: edited.id }, body: form }),
    );
  };
  const remove = (id: string) =>
    run('delete-canned-reason', 'Reason deleted', 'Failed to delete the reason', () =>
      call(deleteCannedReason, { params: { id } }),
    );

  return (
    <Sheet open={!!edited} onClose={onClose} title={shown === 'new' ? 'Add a reason' : 'Edit the reason'}>
      <form onSubmit={save} className="grid gap-5" noValidate>
        <Field label="Name" hint="What stands on the button.">
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              autoComplete="off"
              maxLength={CANNED_LABEL_MAX}
              value={form.label}
              onChange={(event) => setForm({ ...form, label: event.target.value })}
            />
          )}
        </Field>
        <Field label="Text" hint="What the maker reads.">
          {(control) => (
            <textarea
              {...control}
              rows={4}
              maxLength={REVIEW_REASON_MAX}
              className={`${controlClass} resize-none`}
              value={form.text}
              onChange={(event) => setForm({ ...form, text: event.target.value })}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          {shown && shown !== 'new' ? (
            <Button variant="danger" className="mr-auto" onClick={() => void remove(shown.id)}>
              Delete
            </Button>
          ) : null}
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={isBusy ? 'Saving...' : undefined}>
            Save
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

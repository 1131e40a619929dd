import { t } from '@lingui/core/macro';
import { REVIEW_REASON_MAX } from '@zapdeck/contract/apps/apps';
import {
  addCannedReason,
  CANNED_LABEL_MAX,
  type CannedReason,
  CannedReasonForm as Rules,
  deleteCannedReason,
  editCannedReason,
} from '@zapdeck/contract/moderation/moderation';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { type Language, languages } from '@zapdeck/contract/wire/languages';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { call } from '../../../lib/call.ts';
import { type Form, useForm } from '../../../lib/form.ts';
import { instance } from '../../../lib/instance.ts';
import { languageName } from '../../../lib/language-choices.ts';
import { Fold } from '../instance/fold.tsx';
import { OwnTextField } from '../instance/own-text-field.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { inReadersLanguage } from '../parts/reasons/canned-reasons.tsx';

interface Props {
  /** Undefined for a new reason. */
  reason: CannedReason | undefined;
  onClose: () => void;
  onDelete: () => void;
}

type Body = BodyOf<typeof addCannedReason>;
type Words = Pick<CannedReason, 'label' | 'text' | 'labels' | 'texts'>;

/** Fields for the words in one language at a time. */
function OtherLanguages({ values, errors, set }: Form<Words, Body>) {
  const [language, setLanguage] = useState<Language>(
    instance.languages.find((tag) => tag !== instance.defaultLanguage) ?? instance.defaultLanguage,
  );
  const name = languageName(language);
  return (
    <Fold title={t`Other languages`}>
      <p className="text-sm text-muted">{t`Everyone reads the reason in their language. If a field is empty, they read the words above.`}</p>
      <Field label={t`Language`}>
        {(control) => (
          <SelectInput
            {...control}
            value={language}
            onChange={({ target }) => setLanguage(target.value as Language)}
          >
            {instance.languages.map((tag) => (
              <option key={tag} value={tag}>
                {languages[tag].name}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <OwnTextField
        label={t`Name in ${{ language: name }}`}
        error={errors.labels}
        texts={values.labels}
        language={language}
        max={CANNED_LABEL_MAX}
        standard={values.label}
        onChange={(labels) => set('labels', labels)}
      />
      <OwnTextField
        label={t`Text in ${{ language: name }}`}
        error={errors.texts}
        texts={values.texts}
        language={language}
        max={REVIEW_REASON_MAX}
        rows={4}
        standard={values.text}
        onChange={(texts) => set('texts', texts)}
      />
    </Fold>
  );
}

/** Form with the name and the text of a canned reason. */
function CannedReasonForm({ reason, onClose, onDelete }: Props) {
  const form = useForm(Rules, {
    label: reason?.label ?? '',
    text: reason?.text ?? '',
    labels: reason?.labels ?? {},
    texts: reason?.texts ?? {},
  });
  const { ref, errors, bind } = form;
  const { pending, start } = useAdminAction({
    form,
    name: 'save-canned-reason',
    work(body: Body) {
      if (!reason) return call(addCannedReason, { body });
      const { id, updatedAt } = reason;
      return call(editCannedReason, { params: { id }, body: { ...body, updatedAt } });
    },
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
      {instance.languages.length > 1 ? <OtherLanguages {...form} /> : null}
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

/** Canned reason to change, or a new one. */
export interface EditedReason {
  id: string;
  reason?: CannedReason;
}

interface CannedReasonSheetProps {
  edited: EditedReason | undefined;
  onClose: () => void;
}

function EditReason({ reason, onClose }: { reason: CannedReason | undefined; onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const stopAsking = () => setIsAsking(false);
  const removal = useAdminAction({
    name: 'delete-canned-reason',
    work: ({ id }: CannedReason) => call(deleteCannedReason, { params: { id } }),
    success: t`Reason deleted`,
    failure: t`Couldn’t delete the reason`,
    prefersServerText: true,
    onError() {
      stopAsking();
      return false;
    },
    onDone() {
      stopAsking();
      onClose();
    },
    leaves: true,
  });
  return (
    <>
      <CannedReasonForm reason={reason} onClose={onClose} onDelete={() => setIsAsking(true)} />
      {reason ? (
        <ConfirmSheet
          open={isAsking}
          title={t`Delete “${{ label: inReadersLanguage(reason).label }}”?`}
          confirm={t`Delete`}
          pending={removal.pending ? t`Deleting…` : undefined}
          onConfirm={() => removal.start(reason)}
          onClose={stopAsking}
        >
          <p>{t`Moderators can’t pick it anymore. Rejections that used it keep their reason.`}</p>
        </ConfirmSheet>
      ) : null}
    </>
  );
}

/** Adds a reason, changes one, or deletes one after a confirmation. */
export function CannedReasonSheet({ edited, onClose }: CannedReasonSheetProps) {
  return (
    <RecordSheet
      record={edited}
      onClose={onClose}
      title={({ reason }) => (reason ? t`Edit the reason` : t`Add a reason`)}
    >
      {({ reason }) => <EditReason reason={reason} onClose={onClose} />}
    </RecordSheet>
  );
}

import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import {
  sendVersion,
  VERSION_NOTE_MAX,
  VersionForm as VersionRules,
} from '@zapdeck/contract/feed/first-views';
import { SheetForm } from '../../../components/ui/sheet-form.tsx';
import { CharacterCount } from '../../../components/ui/character-count.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useAction } from '../../../lib/use-action.ts';
import { keepFirstViews } from './use-first-views.ts';

export function VersionForm({ app, onClose }: { app: OwnApp; onClose: () => void }) {
  const form = useForm(VersionRules, { note: '' });
  const { ref, values, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: VersionRules) => {
      await keepFirstViews(app.id, await call(sendVersion, { params: { id: app.id }, body }));
    },
    success: { title: t`New version sent`, description: t`We’ll review it within 24-48 hours.` },
    failure: { action: 'send-version', title: t`Couldn’t send the new version` },
    onDone: onClose,
    leaves: true,
  });
  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={onClose}
      submit={t`Send for review`}
      pending={pending ? t`Sending…` : undefined}
    >
      <Field
        label={t`What’s new?`}
        hint={t`A moderator reads this. It is shown with your next report.`}
        error={errors.note}
        aside={<CharacterCount text={values.note} max={VERSION_NOTE_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            {...bind('note')}
            dir="auto"
            rows={4}
            maxLength={VERSION_NOTE_MAX}
            className={`${controlClass} resize-y`}
          />
        )}
      </Field>
    </SheetForm>
  );
}

import { t } from '@lingui/core/macro';
import { type AdminApp, editApp } from '@zapdeck/contract/apps';
import { Category, DESCRIPTION_MAX, TITLE_STORED_MAX, URL_MAX } from '@zapdeck/contract/listing';
import { categories } from '@zapdeck/contract/categories';
import { useState } from 'react';
import * as z from 'zod/mini';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { RecordSheet } from '../../../components/ui/record-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { CallError, call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { SaveButtons } from '../parts/save-buttons.tsx';

const fieldsOf = (app: AdminApp) => ({
  title: app.title,
  description: app.description,
  url: app.url,
  category: app.category,
  tags: app.tags.join(', '),
  thumbnailUrl: app.thumbnailUrl ?? '',
});
type Fields = ReturnType<typeof fieldsOf>;

/** Returns the fields that differ from the app's. */
function typedIn(fields: Fields, app: AdminApp): Partial<Fields> {
  const known = fieldsOf(app);
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value.trim() !== known[name as keyof Fields]),
  );
}

/** Returns only the changed fields: others may have changed on the server. */
function changesOf(app: AdminApp, fields: Fields) {
  const typed = typedIn(fields, app);
  const isChanged = (name: keyof Fields) => name in typed;
  const category = Category.safeParse(fields.category);
  const tags = [...new Set(fields.tags.split(',').map((tag) => tag.trim()))].filter(Boolean);
  return {
    ...(isChanged('title') ? { title: fields.title } : {}),
    ...(isChanged('description') ? { description: fields.description } : {}),
    ...(isChanged('url') ? { url: fields.url } : {}),
    ...(isChanged('category') && category.success ? { category: category.data } : {}),
    ...(isChanged('tags') ? { tags } : {}),
    ...(isChanged('thumbnailUrl') ? { thumbnailUrl: fields.thumbnailUrl.trim() || null } : {}),
  };
}

interface Props {
  app: AdminApp | undefined;
  onClose: () => void;
  /** Called if another admin has changed the app: it must be read again. */
  onStale: () => void;
}

/** The server checks the values. */
const Rules = z.object({
  title: z.string(),
  description: z.string(),
  url: z.string(),
  category: z.string(),
  tags: z.string(),
  thumbnailUrl: z.string(),
});

function CorrectAppForm({ app, onClose, onStale }: Omit<Props, 'app'> & { app: AdminApp }) {
  const form = useForm(Rules, fieldsOf(app));
  const { ref, bind, errors, fill, values } = form;
  const [known, setKnown] = useState(app);
  if (app !== known) {
    setKnown(app);
    fill({ ...fieldsOf(app), ...typedIn(values, known) });
  }
  const save = useAdminAction({
    form,
    name: 'correct-app',
    work: (fields: Fields) =>
      call(editApp, {
        params: { id: app.id },
        body: { ...changesOf(app, fields), updatedAt: app.updatedAt },
      }),
    success: t`App updated successfully`,
    failure: t`Failed to update app`,
    prefersServerText: true,
    onError(error) {
      if (error instanceof CallError && error.code === 'already_decided') onStale();
      return false;
    },
    onDone: onClose,
    leaves: true,
  });
  const isKnownCategory = categories.some((category) => category === values.category);
  return (
    <form ref={ref} onSubmit={form.submit(save.start)} className="grid gap-5" noValidate>
      <Field label={t`Title`} error={errors.title}>
        {(control) => (
          <TextInput {...control} data-autofocus maxLength={TITLE_STORED_MAX} {...bind('title')} />
        )}
      </Field>
      <Field label={t`Description`} error={errors.description}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={3}
            maxLength={DESCRIPTION_MAX}
            className={`${controlClass} resize-none`}
            {...bind('description')}
          />
        )}
      </Field>
      <Field label={t`Address`} hint={t`A new one is checked at once.`} error={errors.url}>
        {(control) => <TextInput {...control} inputMode="url" maxLength={URL_MAX} {...bind('url')} />}
      </Field>
      <Field label={t`Category`} error={errors.category}>
        {(control) => (
          <SelectInput {...control} {...bind('category')}>
            {isKnownCategory ? null : <option value={values.category}>{values.category}</option>}
            {categories.map((category) => (
              <option key={category} value={category}>
                {category}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label={t`Tags`} optional hint={t`With commas between them.`} error={errors.tags}>
        {(control) => <TextInput {...control} {...bind('tags')} />}
      </Field>
      <Field label={t`Address of its picture`} optional error={errors.thumbnailUrl}>
        {(control) => (
          <TextInput {...control} inputMode="url" maxLength={URL_MAX} {...bind('thumbnailUrl')} />
        )}
      </Field>
      <p className="text-sm text-muted">{t`The maker is told by email what was corrected.`}</p>
      <SaveButtons isSaving={save.pending} onCancel={onClose} />
    </form>
  );
}

/**
 * Corrects every field of an app's listing. If another admin has changed the app, the form keeps what was typed and shows the
 * new values of the other fields.
 */
export function CorrectAppSheet({ app, onClose, onStale }: Props) {
  return (
    <RecordSheet record={app} onClose={onClose} title={({ title }) => t`Correct ${title}`}>
      {(shown) => <CorrectAppForm app={shown} onClose={onClose} onStale={onStale} />}
    </RecordSheet>
  );
}

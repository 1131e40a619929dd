import {
  type AdminApp,
  Category,
  categories,
  DESCRIPTION_MAX,
  editApp,
  TITLE_STORED_MAX,
  URL_MAX,
} from '@zapdeck/contract/apps';
import { type SubmitEvent, useState } from 'react';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { CallError, call } from '../../../lib/call.ts';
import { act } from '../parts/act.ts';
import { SaveButtons } from '../parts/save-buttons.tsx';
import { useOpened } from '../parts/use-opened.ts';

const TOLD = 'The maker is told by email what was corrected.';

const fieldsOf = (app: AdminApp) => ({
  title: app.title,
  description: app.description,
  url: app.url,
  category: app.category,
  tags: app.tags.join(', '),
  thumbnailUrl: app.thumbnailUrl ?? '',
});
type Fields = ReturnType<typeof fieldsOf>;

/** What somebody typed that is not what the app says. */
function typedIn(fields: Fields, app: AdminApp): Partial<Fields> {
  const known = fieldsOf(app);
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value.trim() !== known[name as keyof Fields]),
  );
}

/** What was changed in the form alone: the rest may have moved on meanwhile. */
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
  /** It was changed meanwhile: what `app` is has to be read anew. */
  onStale: () => void;
}

/**
 * Corrects what an app says of itself: every field of its listing. When somebody else was faster, what was typed stays and
 * the rest of the form follows.
 */
export function CorrectAppSheet({ app, onClose, onStale }: Props) {
  const [fields, setFields] = useState<Fields>();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const shown = useOpened(app, (now, before) => {
    setFields({ ...fieldsOf(now), ...(before && fields ? typedIn(fields, before) : {}) });
    setFaults({});
  });
  const set = (name: keyof Fields) => (event: { target: { value: string } }) =>
    setFields((before) => before && { ...before, [name]: event.target.value });
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!shown || !fields || isBusy) return;
    setIsBusy(true);
    const saved = await act({
      name: 'correct-app',
      work: () =>
        call(editApp, {
          params: { id: shown.id },
          body: { ...changesOf(shown, fields), updatedAt: shown.updatedAt },
        }).catch((error: unknown) => {
          if (!(error instanceof CallError)) throw error;
          setFaults(error.fields);
          if (error.code === 'already_decided') onStale();
          throw error;
        }),
      success: 'App updated successfully',
      failure: 'Failed to update app',
      isServerHeard: true,
    });
    setIsBusy(false);
    if (saved) onClose();
  };
  const known = categories.some((category) => category === fields?.category);
  return (
    <Sheet open={!!app} onClose={onClose} title={`Correct ${shown?.title ?? ''}`}>
      {fields ? (
        <form onSubmit={(event) => void save(event)} className="grid gap-5" noValidate>
          <Field label="Title" error={faults['title']}>
            {(control) => (
              <TextInput
                {...control}
                data-autofocus
                maxLength={TITLE_STORED_MAX}
                value={fields.title}
                onChange={set('title')}
              />
            )}
          </Field>
          <Field label="Description" error={faults['description']}>
            {(control) => (
              <textarea
                {...control}
                dir="auto"
                rows={3}
                maxLength={DESCRIPTION_MAX}
                className={`${controlClass} resize-none`}
                value={fields.description}
                onChange={set('description')}
              />
            )}
          </Field>
          <Field label="Address" hint="A new one is checked at once." error={faults['url']}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="url"
                maxLength={URL_MAX}
                value={fields.url}
                onChange={set('url')}
              />
            )}
          </Field>
          <Field label="Category" error={faults['category']}>
            {(control) => (
              <SelectInput {...control} value={fields.category} onChange={set('category')}>
                {known ? null : <option value={fields.category}>{fields.category}</option>}
                {categories.map((category) => (
                  <option key={category} value={category}>
                    {category}
                  </option>
                ))}
              </SelectInput>
            )}
          </Field>
          <Field label="Tags" optional hint="With commas between them." error={faults['tags']}>
            {(control) => <TextInput {...control} value={fields.tags} onChange={set('tags')} />}
          </Field>
          <Field label="Address of its picture" optional error={faults['thumbnailUrl']}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="url"
                maxLength={URL_MAX}
                value={fields.thumbnailUrl}
                onChange={set('thumbnailUrl')}
              />
            )}
          </Field>
          <p className="text-sm text-muted">{TOLD}</p>
          <SaveButtons isSaving={isBusy} onCancel={onClose} />
        </form>
      ) : null}
    </Sheet>
  );
}

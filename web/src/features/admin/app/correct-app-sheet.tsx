import { t } from '@lingui/core/macro';
import { type AdminApp, editApp } from '@zapdeck/contract/apps/apps';
import {
  type AdminListing,
  type choiceFields,
  type EditableField,
  type ListingFieldName,
  listingFields,
  namesOf,
} from '@zapdeck/contract/apps/listing';
import { useState } from 'react';
import * as z from 'zod/mini';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { CallError, call } from '../../../lib/call.ts';
import { type Form, useForm } from '../../../lib/form.ts';
import { choicesOf } from '../../../lib/language-choices.ts';
import { listingLabels } from '../../../lib/listing.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { SaveButtons } from '../parts/save-buttons.tsx';
import { say } from '../../../lib/say.ts';

const fields: Readonly<Record<ListingFieldName, EditableField>> = listingFields;
const names = namesOf(fields);
type Typed = Record<ListingFieldName, string>;

function textsOf(app: AdminApp): Typed {
  const textOf = (value: string | string[] | null) =>
    Array.isArray(value) ? value.join(', ') : (value ?? '');
  return Object.fromEntries(names.map((name) => [name, textOf(app[name])])) as Typed;
}

function valueOf({ kind, isOptional }: EditableField, text: string): string | string[] | null {
  if (kind === 'tags') return [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean);
  return isOptional ? text.trim() || null : text;
}

function typedIn(texts: Typed, app: AdminApp): Partial<Typed> {
  const known = textsOf(app);
  return Object.fromEntries(
    names.filter((name) => texts[name].trim() !== known[name]).map((name) => [name, texts[name]]),
  );
}

/** Returns only the changed fields: others may have changed on the server. */
function changesOf(app: AdminApp, texts: Typed): Partial<AdminListing> {
  const typed = typedIn(texts, app);
  return Object.fromEntries(
    names.flatMap((name) => (typed[name] === undefined ? [] : [[name, valueOf(fields[name], typed[name])]])),
  );
}

interface Props {
  app: AdminApp | undefined;
  onClose: () => void;
  /** Called if another admin has changed the app, so that it is read again. */
  onStale: () => void;
}

/** The server checks the values. */
const Rules = z.record(z.enum(names), z.string());

interface ControlProps {
  app: AdminApp;
  name: ListingFieldName;
  form: Form<Typed, unknown>;
}

function FieldControl({ app, name, form: { bind, errors } }: ControlProps) {
  const { kind, isOptional, max, choices }: EditableField = fields[name];
  const hints: Partial<Typed> = {
    url: t`A new URL is checked right away.`,
    tags: t`Separate tags with commas.`,
  };
  // The stored value may no longer be one of the choices.
  const options = new Set([...(isOptional ? [''] : []), ...(choices?.values ?? []), textsOf(app)[name]]);
  const texts = new Map(kind === 'choice' ? choicesOf(name as keyof typeof choiceFields) : []);
  const textOf = (option: string) =>
    texts.get(option) ?? (isOptional && option === '' ? t`Not known` : say(option));
  return (
    <Field label={listingLabels()[name]} optional={isOptional} hint={hints[name]} error={errors[name]}>
      {(control) => {
        const bound = { ...control, ...bind(name) };
        if (kind === 'choice')
          return (
            <SelectInput {...bound}>
              {[...options].map((option) => (
                <option key={option} value={option}>
                  {textOf(option)}
                </option>
              ))}
            </SelectInput>
          );
        if (kind === 'prose')
          return (
            <textarea
              {...bound}
              dir="auto"
              rows={3}
              maxLength={max}
              className={`${controlClass} resize-none`}
            />
          );
        return (
          <TextInput
            {...bound}
            data-autofocus={name === 'title' ? '' : undefined}
            inputMode={kind === 'address' ? 'url' : undefined}
            maxLength={max}
          />
        );
      }}
    </Field>
  );
}

function CorrectAppForm({ app, onClose, onStale }: Omit<Props, 'app'> & { app: AdminApp }) {
  const form = useForm(Rules, textsOf(app));
  const { ref, fill, values } = form;
  const [known, setKnown] = useState(app);
  if (app !== known) {
    setKnown(app);
    fill({ ...textsOf(app), ...typedIn(values, known) });
  }
  const save = useAdminAction({
    form,
    name: 'correct-app',
    work: (texts: Typed) =>
      call(editApp, {
        params: { id: app.id },
        body: { ...changesOf(app, texts), updatedAt: app.updatedAt },
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
  return (
    <form ref={ref} onSubmit={form.submit(save.start)} className="grid gap-5" noValidate>
      {names.map((name) => (
        <FieldControl key={name} app={app} name={name} form={form} />
      ))}
      <p className="text-sm text-muted">{t`We email the maker what you corrected.`}</p>
      <SaveButtons isSaving={save.pending} onCancel={onClose} />
    </form>
  );
}

/** Form for an app's listing. If another admin has changed the app, it keeps typed texts and updates the other fields. */
export function CorrectAppSheet({ app, onClose, onStale }: Props) {
  return (
    <RecordSheet record={app} onClose={onClose} title={({ title }) => t`Correct ${title}`}>
      {(shown) => <CorrectAppForm app={shown} onClose={onClose} onStale={onStale} />}
    </RecordSheet>
  );
}

import {
  DESCRIPTION_MAX,
  type OwnApp,
  SubmitForm as Rules,
  TITLE_MAX,
  URL_MAX,
} from '@zapdeck/contract/apps';
import { editOwnApp } from '@zapdeck/contract/change-own-app';
import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { CategorySelect } from '../../components/ui/category-select.tsx';
import { CharacterCount } from '../../components/ui/character-count.tsx';
import { controlClass, Field } from '../../components/ui/field.tsx';
import { TagChoices } from '../../components/ui/tag-choices.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { completeAddress } from '../../lib/app-address.ts';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { useSending } from '../../lib/send-form.ts';
import { changesOf, followed, keepEditDraft, readEditDraft, valuesOf } from './edit-draft.ts';
import { keepOwnApp, refreshOwnApp } from './keep-own-app.ts';

interface Props {
  app: OwnApp;
  userId: string;
  onClose: () => void;
}

const hints: Record<OwnApp['status'], string> = {
  approved: 'Another address waits for review. Until then people meet the one of now.',
  pending: 'Another address is checked at once.',
  rejected: 'Another address is checked when you send the app in again.',
};

function savedWords(app: OwnApp, isMoved: boolean): string {
  if (app.status !== 'approved') return 'Your app is as you typed it.';
  return isMoved
    ? 'People see it now. The new address waits for review.'
    : 'People see it now. Moderators see what you changed.';
}

/** What a maker may change of an app; kept until it is saved. */
export function EditForm({ app, userId, onClose }: Props) {
  const known = valuesOf(app);
  const [opening] = useState(() => ({ ...known, ...readEditDraft(app.id, userId) }));
  const form = useForm(Rules, opening);
  const { ref, values, errors, set, fill, leave, bind } = form;
  // A moderator may have corrected it meanwhile: saving must not put back what the maker did not touch.
  const [begun, setBegun] = useState({ at: app.updatedAt, known });
  if (app.updatedAt !== begun.at) {
    setBegun({ at: app.updatedAt, known });
    fill(followed(begun.known, known, values));
  }
  const edit = changesOf(known, values);
  const kept = JSON.stringify(edit);
  useEffect(
    () => keepEditDraft(app.id, userId, kept === undefined ? undefined : JSON.parse(kept)),
    [app.id, userId, kept],
  );

  const { pending, onSubmit } = useSending(form, {
    failure: { action: 'edit-own-app', title: 'Not saved', text: 'Please try again.' },
    onRefused: ({ code }) => {
      if (code !== 'already_decided') return false;
      refreshOwnApp(app.id);
      toast({
        title: 'Not saved yet',
        description: 'This app was changed meanwhile. Please look at it once more, and save again.',
        variant: 'destructive',
      });
      return true;
    },
    async send(whole) {
      const body = changesOf(known, { ...whole, tags: whole.tags });
      if (!body) return onClose();
      const saved = await call(editOwnApp, {
        params: { id: app.id },
        body: { ...body, updatedAt: app.updatedAt },
      });
      keepEditDraft(app.id, userId, undefined);
      keepOwnApp(saved);
      onClose();
      toast({
        title: 'Saved',
        description: savedWords(saved, body.url !== undefined && saved.waitingUrl !== null),
      });
    },
  });
  const leaveUrl = () => {
    const complete = completeAddress(values.url);
    if (complete === values.url) leave('url');
    else set('url', complete);
  };

  return (
    <form ref={ref} noValidate className="grid grid-cols-1 gap-5" onSubmit={onSubmit}>
      <Field
        label="App Title"
        error={errors.title}
        aside={<CharacterCount text={values.title} max={TITLE_MAX} />}
      >
        {(control) => (
          <TextInput
            {...control}
            {...bind('title')}
            data-autofocus
            autoComplete="off"
            maxLength={TITLE_MAX}
            required
          />
        )}
      </Field>
      <Field
        label="Description"
        error={errors.description}
        aside={<CharacterCount text={values.description} max={DESCRIPTION_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            {...bind('description')}
            rows={5}
            maxLength={DESCRIPTION_MAX}
            required
            className={`${controlClass} field-sizing-content min-h-28 resize-none leading-relaxed`}
          />
        )}
      </Field>
      <CategorySelect
        value={values.category}
        error={errors.category}
        onChange={(category) => set('category', category)}
      />
      <TagChoices chosen={values.tags} onChange={(tags) => set('tags', tags)} />
      <Field label="App URL" hint={hints[app.status]} error={errors.url}>
        {(control) => (
          <TextInput
            {...control}
            {...bind('url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={URL_MAX}
            required
            onBlur={leaveUrl}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" className="grow" pending={pending ? 'Saving…' : undefined}>
          Save
        </Button>
        {edit ? (
          <Button variant="secondary" className="grow" onClick={() => fill(known)}>
            Start over
          </Button>
        ) : null}
        <Button variant="secondary" className="grow" onClick={onClose}>
          {edit ? 'Later' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}

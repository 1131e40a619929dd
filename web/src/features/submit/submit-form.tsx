import {
  categories,
  DESCRIPTION_MAX,
  SubmitForm as SubmitRules,
  TITLE_MAX,
  URL_MAX,
} from '@zapdeck/contract/apps';
import type { CurrentUser } from '@zapdeck/contract/auth';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type SubmitEvent, useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { controlClass, Field } from '../../components/ui/field.tsx';
import { TextInput } from '../../components/ui/text-input.tsx';
import { useForm } from '../../lib/form.ts';
import { emptySubmit, keepSubmitDraft, readSubmitDraft } from './submit-draft.ts';
import { TagChoices } from './tag-choices.tsx';
import { useSubmit } from './use-submit.ts';

interface Props {
  user: CurrentUser;
  /** Called with the title of what arrived. */
  onDone: (title: string) => void;
}

/** What an app needs to be handed in. What is typed is kept until it arrived. */
export function SubmitForm({ user, onDone }: Props) {
  const [kept] = useState(() => (user.isGuest ? emptySubmit : readSubmitDraft(user.id)));
  const { ref, values, errors, set, leave, check, refuse } = useForm(SubmitRules, kept);
  const { pending, send } = useSubmit();
  useEffect(() => {
    if (!user.isGuest) keepSubmitDraft(user.id, values);
  }, [user, values]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = pending ? undefined : check();
    if (!body) return;
    const refused = await send(body);
    if (refused) return refuse(refused);
    keepSubmitDraft(user.id, emptySubmit);
    onDone(body.title);
  };

  return (
    <form ref={ref} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset disabled={user.isGuest} className="grid gap-6 disabled:opacity-50">
        <Field label="App URL" hint="Must be a publicly accessible web application" error={errors.url}>
          {(control) => (
            <TextInput
              {...control}
              type="url"
              name="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={URL_MAX}
              placeholder="https://"
              required
              value={values.url}
              onChange={(event) => set('url', event.target.value)}
              onBlur={() => leave('url')}
            />
          )}
        </Field>
        <Field label="App Title" error={errors.title}>
          {(control) => (
            <TextInput
              {...control}
              name="title"
              autoComplete="off"
              maxLength={TITLE_MAX}
              required
              value={values.title}
              onChange={(event) => set('title', event.target.value)}
              onBlur={() => leave('title')}
            />
          )}
        </Field>
        <Field
          label="Description"
          error={errors.description}
          aside={
            <span className="tabular text-sm text-muted">
              {values.description.length}/{DESCRIPTION_MAX}
            </span>
          }
        >
          {(control) => (
            <textarea
              {...control}
              name="description"
              rows={5}
              maxLength={DESCRIPTION_MAX}
              required
              className={`${controlClass} field-sizing-content min-h-32 resize-none leading-relaxed`}
              value={values.description}
              onChange={(event) => set('description', event.target.value)}
              onBlur={() => leave('description')}
            />
          )}
        </Field>
        <Field label="Category" error={errors.category}>
          {(control) => (
            <div className="relative">
              <select
                {...control}
                name="category"
                required
                className={`${controlClass} appearance-none pr-11`}
                value={values.category}
                onChange={(event) => set('category', event.target.value)}
              >
                <option value="" disabled>
                  Choose a category
                </option>
                {categories.map((category) => (
                  <option key={category}>{category}</option>
                ))}
              </select>
              <ChevronDown
                aria-hidden="true"
                size={20}
                className="pointer-events-none absolute top-3.5 right-3.5"
              />
            </div>
          )}
        </Field>
        <TagChoices chosen={values.tags} onChange={(tags) => set('tags', tags)} />
        <div className="grid gap-3">
          <Button type="submit" size="lg" className="w-full" pending={pending ? 'Submitting...' : undefined}>
            Submit for Review
          </Button>
          <p className="text-center text-sm text-muted">
            Submissions are reviewed within 24-48 hours. You will be notified by email.
          </p>
        </div>
      </fieldset>
    </form>
  );
}

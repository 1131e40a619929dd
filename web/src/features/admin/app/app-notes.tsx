import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { appNotes, NOTE_MAX, writeAppNote } from '@zapdeck/contract/apps/admin-app';
import { PAGE_LIMIT_MAX } from '@zapdeck/contract/wire/primitives';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { call } from '../../../lib/call.ts';
import { nameOf } from '../../../lib/person.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';

/** Notes of moderators about the app. Only moderators read them. */
export function AppNotes({ appId }: { appId: string }) {
  const query = useQuery({
    queryKey: ['admin', appNotes.path, appId],
    queryFn: ({ signal }) =>
      call(appNotes, { params: { id: appId }, query: { limit: PAGE_LIMIT_MAX } }, { signal }),
  });
  const [text, setText] = useState('');
  const write = useAdminAction({
    name: 'write-app-note',
    work: (note: string) => call(writeAppNote, { params: { id: appId }, body: { text: note } }),
    success: t`Note saved`,
    failure: t`Couldn’t save the note`,
    prefersServerText: true,
    onDone: () => setText(''),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() !== '') write.start(text);
  };
  return (
    <section aria-labelledby="notes-heading" className="card dash-config">
      <h2 id="notes-heading" className="display text-heading">{t`Notes`}</h2>
      <form onSubmit={submit} className="grid gap-3">
        <Field label={t`A note for other moderators`} hint={t`Makers never read it.`}>
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={2}
              maxLength={NOTE_MAX}
              className={`${controlClass} resize-none`}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="secondary"
          disabled={text.trim() === ''}
          pending={write.pending ? t`Saving…` : undefined}
        >{t`Save note`}</Button>
      </form>
      <QueryView query={query} failure={t`Couldn’t load the notes`} skeleton={<ListSkeleton rows={1} />}>
        {(notes) =>
          notes.length === 0 ? (
            <p className="text-sm text-muted">{t`No notes yet.`}</p>
          ) : (
            <ul className="dash-list">
              {notes.map((note) => (
                <li key={note.id} className="dash-note">
                  <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
                    {note.text}
                  </p>
                  <p className="text-sm text-muted">
                    <bdi>{note.author ? nameOf(note.author) : t`Account deleted`}</bdi>
                    <span> · </span>
                    <TimeAgo moment={note.createdAt} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

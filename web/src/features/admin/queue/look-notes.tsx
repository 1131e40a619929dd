import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { appNotes } from '@zapdeck/contract/apps/admin-app';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { call } from '../../../lib/call.ts';
import { nameOf } from '../../../lib/person.ts';

const SHOWN = 5;

/** Newest notes of moderators about an app. */
export function LookNotes({ app: { id, context } }: { app: Pick<PendingApp, 'id' | 'context'> }) {
  const { data = [], isError } = useQuery({
    queryKey: ['admin', appNotes.path, id, 'look'],
    queryFn: ({ signal }) => call(appNotes, { params: { id }, query: { limit: SHOWN } }, { signal }),
    enabled: context.notes > 0,
  });
  if (isError) return <p className="text-sm">{t`Couldn’t load the notes`}</p>;
  if (data.length === 0) return null;
  return (
    <section className="text-sm" aria-labelledby="look-notes-heading">
      <h3 id="look-notes-heading" className="font-semibold">{t`Notes`}</h3>
      <ul>
        {data.map(({ id: noteId, author, text }) => {
          const name = author ? nameOf(author) : t`Account deleted`;
          return (
            <li key={noteId} className="wrap-anywhere whitespace-pre-line">
              <span className="text-muted">{`${name}: `}</span>
              <bdi>{text}</bdi>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

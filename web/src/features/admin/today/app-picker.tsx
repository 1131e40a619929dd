import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminApps } from '@zapdeck/contract/apps/apps';
import type { DaySet } from '@zapdeck/contract/feed/today';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { call } from '../../../lib/call.ts';
import { usePausedText } from '../../../lib/use-paused-text.ts';
import '../parts/pick.css';

const SHOWN = 6;

interface Props {
  chosen: NonNullable<DaySet['app']> | undefined;
  chosenId: string;
  error: string | undefined;
  onChoose: (id: string) => void;
}

/** Chooses an approved app. Without a search, offers the best ones. */
export function AppPicker({ chosen, chosenId, error, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const { text, change, settle, composition } = usePausedText(search, setSearch);
  const [last, setLast] = useState<{ id: string; title: string } | undefined>(chosen);
  const { data: found, isError } = useQuery({
    queryKey: ['admin', 'app-picker', search],
    queryFn: ({ signal }) =>
      call(adminApps, { query: { search, status: 'approved', limit: SHOWN } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const apps = found ?? [];
  const choices = last && !apps.some(({ id }) => id === last.id) ? [last, ...apps] : apps;
  return (
    <div className="grid gap-3">
      <Field label={t`App`} hint={t`Search the approved apps.`} error={error}>
        {(control) => (
          <TextInput
            {...control}
            {...composition}
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={text}
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              settle();
            }}
          />
        )}
      </Field>
      <div role="radiogroup" aria-label={t`App`} className="grid grid-cols-1">
        {choices.map((app) => (
          <label key={app.id} className="dash-pick">
            <input
              type="radio"
              name="app"
              checked={app.id === chosenId}
              onChange={() => {
                setLast(app);
                onChoose(app.id);
              }}
            />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {app.title}
            </span>
          </label>
        ))}
      </div>
      <Status className="text-sm text-muted">
        {isError ? t`Couldn’t load apps` : found?.length === 0 ? t`No approved app matches.` : undefined}
      </Status>
    </div>
  );
}

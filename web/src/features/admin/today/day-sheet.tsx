import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminApps } from '@zapdeck/contract/apps/apps';
import { type DaySet, setToday, TodayForm } from '@zapdeck/contract/feed/today';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { call, CallError } from '../../../lib/call.ts';
import { usePausedText } from '../../../lib/use-paused-text.ts';
import { Button } from '../../../components/ui/button.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { useForm } from '../../../lib/form.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { type CalendarDay, dateIn, dateInWords, lastDate } from './calendar.ts';
import { instance } from '../../../lib/instance.ts';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import '../parts/pick.css';

const SHOWN = 6;

interface Props {
  chosen: NonNullable<DaySet['app']> | undefined;
  chosenId: string;
  error: string | undefined;
  onChoose: (id: string) => void;
}

/** Chooses an approved app. Without a search, offers the best ones. */
function AppPicker({ chosen, chosenId, error, onChoose }: Props) {
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

interface DayFormProps {
  /** Undefined if the admin chooses the day. */
  day: CalendarDay | undefined;
  days: readonly CalendarDay[];
  onClose: () => void;
}

interface Change {
  date: string;
  appId: string | null;
}

/** Form for a day and its app, with errors. */
function DayForm({ day, days, onClose }: DayFormProps) {
  const form = useForm(TodayForm, { date: day?.id ?? '', appId: day?.app?.id ?? '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAdminAction({
    form,
    name: 'set-today',
    work({ date, appId }: Change) {
      const seen = days.find(({ id }) => id === date);
      // An app of today that left the deck is not shown, so the admin cannot name it.
      const instead = seen?.isToday && seen.app === null ? undefined : (seen?.app?.id ?? null);
      return call(setToday, { params: { date }, body: { appId, instead } });
    },
    success: ({ app }) =>
      app ? t`App of the day set` : t`${{ name: instance.name }} chooses the app of this day`,
    failure: t`Couldn’t set the app of the day`,
    prefersServerText: true,
    onError(error) {
      // The form still shows the earlier state.
      if (error instanceof CallError && error.code === 'day_changed') onClose();
      return false;
    },
    onDone: onClose,
    leaves: true,
  });
  return (
    <form ref={ref} onSubmit={form.submit(start)} className="grid gap-5" noValidate>
      {day ? null : (
        <Field label={t`Day`} hint={t`Days begin at midnight UTC.`} error={errors.date}>
          {(control) => (
            <TextInput
              {...control}
              {...bind('date')}
              type="date"
              min={dateIn(0)}
              max={lastDate()}
              data-autofocus
            />
          )}
        </Field>
      )}
      <AppPicker
        chosen={day?.app ?? undefined}
        chosenId={form.values.appId}
        error={errors.appId}
        onChoose={(id) => form.set('appId', id)}
      />
      <SheetButtons>
        {day?.app && !day.isToday ? (
          <Button
            variant="secondary"
            className="me-auto"
            onClick={() => start({ date: day.id, appId: null })}
          >{t`Let ${{ name: instance.name }} choose`}</Button>
        ) : null}
        <Button variant="quiet" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" pending={pending ? t`Saving…` : undefined}>{t`Save`}</Button>
      </SheetButtons>
    </form>
  );
}

/** A day to change, or a new one. */
export interface EditedDay {
  id: string;
  day?: CalendarDay;
}

interface DaySheetProps {
  edited: EditedDay | undefined;
  days: readonly CalendarDay[];
  onClose: () => void;
}

/** Sets the app of a day, or leaves the day to Zapdeck. */
export function DaySheet({ edited, days, onClose }: DaySheetProps) {
  return (
    <RecordSheet
      record={edited}
      onClose={onClose}
      title={({ day }) => (day ? t`App of ${dateInWords(day.id)}` : t`Set the app of a day`)}
    >
      {({ day }) => <DayForm day={day} days={days} onClose={onClose} />}
    </RecordSheet>
  );
}

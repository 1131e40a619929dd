import { t } from '@lingui/core/macro';
import { setToday, TodayForm } from '@zapdeck/contract/feed/today';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { call, CallError } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { AppPicker } from './app-picker.tsx';
import { type CalendarDay, dateIn, lastDate } from './calendar.ts';
import { instance } from '../../../lib/instance.ts';

interface Props {
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
export function DayForm({ day, days, onClose }: Props) {
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

import { t } from '@lingui/core/macro';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { type CalendarDay, dateInWords } from './calendar.ts';
import { DayForm } from './day-form.tsx';

/** A day to change, or a new one. */
export interface EditedDay {
  id: string;
  day?: CalendarDay;
}

interface Props {
  edited: EditedDay | undefined;
  days: readonly CalendarDay[];
  onClose: () => void;
}

/** Sets the app of a day, or leaves the day to Zapdeck. */
export function DaySheet({ edited, days, onClose }: Props) {
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

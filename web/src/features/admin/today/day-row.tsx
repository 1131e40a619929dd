import { t } from '@lingui/core/macro';
import Pencil from 'lucide-react/icons/pencil';
import { Badge } from '../../../components/ui/badge.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { AppLink } from '../parts/app-link.tsx';
import { type Calendar, type CalendarDay, dateInWords } from './calendar.ts';
import { choiceInWords } from './choice-words.ts';
import { instance } from '../../../lib/instance.ts';

interface Props {
  day: CalendarDay;
  /** Zapdeck's next choice, if it may concern this day. */
  next: Calendar['next'] | undefined;
  onEdit: () => void;
}

function noAppInWords({ isToday }: CalendarDay, next: Calendar['next'] | undefined): string {
  if (!isToday) return next ? choiceInWords(next) : t`Chosen by ${{ name: instance.name }}`;
  return next?.reason === 'too_few' ? choiceInWords(next) : t`No app is shown today`;
}

/** A day with its app, or with who chooses it. */
export function DayRow({ day, next, onEdit }: Props) {
  const date = dateInWords(day.id);
  return (
    <li>
      <div className="min-w-0">
        <p className="text-sm text-muted">{day.isToday ? t`Today, ${date}` : date}</p>
        {day.app ? (
          <div className="flex min-w-0 flex-wrap items-center gap-x-3">
            <AppLink app={day.app} className="min-w-0 py-1 font-semibold wrap-anywhere" />
            {day.app.status === 'approved' ? null : <Badge tone="amber">{t`Not approved`}</Badge>}
          </div>
        ) : (
          <p dir="auto" className="wrap-anywhere text-muted">
            {noAppInWords(day, next)}
          </p>
        )}
        {day.app && day.app.status !== 'approved' ? (
          <p className="text-sm text-muted">{t`${{ name: instance.name }} chooses another app unless this one is approved by then.`}</p>
        ) : null}
      </div>
      <IconButton label={t`Set the app of ${date}`} onClick={onEdit}>
        <Pencil size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

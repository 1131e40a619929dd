import { t } from '@lingui/core/macro';
import { Badge } from '../../../components/ui/badge.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { AppLink } from '../parts/app-link.tsx';
import {
  type Calendar,
  type CalendarDay,
  calendarKey,
  choiceInWords,
  dateInWords,
  readCalendar,
} from './calendar.ts';
import { instance } from '../../../lib/instance.ts';
import { useQuery } from '@tanstack/react-query';
import { TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { DaySheet, type EditedDay } from './day-sheet.tsx';
import Pencil from 'lucide-react/icons/pencil';
import './today-card.css';

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
function DayRow({ day, next, onEdit }: Props) {
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

/** The app of the day: who chooses it on which day. */
export function TodayCard() {
  const id = useId();
  const query = useQuery({ queryKey: calendarKey, queryFn: ({ signal }) => readCalendar(signal) });
  const [edited, setEdited] = useState<EditedDay>();
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  return (
    <section ref={region} tabIndex={-1} aria-labelledby={id} className="card dash-config outline-none">
      <div className="dash-config-head">
        <h2 id={id} className="display text-heading">{t`App of the day`}</h2>
        <Button variant="secondary" onClick={() => setEdited({ id: 'other' })}>{t`Set another day`}</Button>
      </div>
      <p className="text-muted">{t`${{ name: instance.name }} chooses an app at midnight UTC, unless you have set one.`}</p>
      <a href={TODAY_PATH} className="font-medium underline underline-offset-4">{t`See the page`}</a>
      <QueryView query={query} failure={t`Couldn’t load the calendar`} skeleton={<ListSkeleton rows={4} />}>
        {({ days, next }) => {
          const firstFree = days.find(({ app, isToday }) => app === null && !isToday)?.id;
          return (
            <ul className="dash-days">
              {days.map((day) => (
                <DayRow
                  key={day.id}
                  day={day}
                  next={day.id === firstFree || day.isToday ? next : undefined}
                  onEdit={() => setEdited({ id: day.id, day })}
                />
              ))}
            </ul>
          );
        }}
      </QueryView>
      <DaySheet edited={edited} days={query.data?.days ?? []} onClose={() => setEdited(undefined)} />
    </section>
  );
}

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { calendarKey, readCalendar } from './calendar.ts';
import { DayRow } from './day-row.tsx';
import { DaySheet, type EditedDay } from './day-sheet.tsx';
import './today-card.css';
import { instance } from '../../../lib/instance.ts';

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

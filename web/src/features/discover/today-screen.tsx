import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PlainDeck } from '@zapdeck/contract/feed/decks';
import type { PublicApp } from '@zapdeck/contract/apps/public-app';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { cardHref, screens, TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { readToday } from '@zapdeck/contract/feed/today';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { buttonClass } from '../../components/ui/button-class.ts';
import { Cover } from '../../components/ui/cover.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { call } from '../../lib/call.ts';
import { localized } from '../../lib/localized.ts';
import { say } from '../../lib/say.ts';
import { ResultRow } from './result-row.tsx';
import { RowsSkeleton } from './skeletons.tsx';
import './discover.css';

type Pick = ResponseOf<typeof readToday>[number];

const DECK = 'today' satisfies PlainDeck;
/** Days of the archive on one page. The first page has one more, which is shown large. */
const DAYS = 30;

const day = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long', timeZone: 'UTC' }));
const dayInWords = (date: string) => day().format(new Date(date));

function Featured({ date, app }: { date: string; app: PublicApp }) {
  const lang = app.language ?? undefined;
  return (
    <article className="card mb-10 grid grid-cols-1 overflow-hidden sm:grid-cols-[2fr_3fr]">
      <Cover
        app={app}
        className="aspect-[3/2] sm:aspect-auto sm:min-h-80"
        sizes="(min-width: 40rem) 25rem, 100vw"
      />
      <div className="grid content-center justify-items-start gap-3 p-5 md:p-8">
        <p className="text-sm font-semibold text-muted">{dayInWords(date)}</p>
        <h2 lang={lang} dir="auto" className="display max-w-full text-title wrap-anywhere">
          {app.title}
        </h2>
        <p className="text-muted">
          <Trans>
            by <bdi>{app.by}</bdi>
          </Trans>
        </p>
        <p lang={lang} dir="auto" className="line-clamp-6 max-w-full wrap-anywhere">
          {app.description}
        </p>
        <div className="mt-2 flex flex-wrap gap-2.5">
          <ButtonLink href={cardHref(app.id, DECK)}>{t`Try it`}</ButtonLink>
          <a href={app.pageUrl} className={buttonClass('secondary')}>{t`More about this app`}</a>
        </div>
      </div>
    </article>
  );
}

function DayRow({ date, app }: Pick) {
  if (app) return <ResultRow app={app} deck={DECK} note={dayInWords(date)} />;
  return (
    <li className="p-2.5">
      <p className="text-xs font-semibold text-muted">{dayInWords(date)}</p>
      <p className="text-muted">{t`No longer in the deck`}</p>
    </li>
  );
}

function Archive({ picks, last }: { picks: readonly Pick[]; last: string | undefined }) {
  return (
    <>
      <ul className="-mx-2.5 grid max-w-3xl grid-cols-1 gap-1">
        {picks.map((pick) => (
          <DayRow key={pick.date} {...pick} />
        ))}
      </ul>
      {last === undefined ? null : (
        <ButtonLink href={`${TODAY_PATH}?before=${last}`} variant="secondary" className="mt-6">
          {t`Earlier days`}
        </ButtonLink>
      )}
    </>
  );
}

function Days({ picks, isArchive }: { picks: readonly Pick[]; isArchive: boolean }) {
  const shown = picks.slice(0, isArchive ? DAYS : DAYS + 1);
  const [latest, ...before] = shown;
  const last = shown.length < picks.length ? shown.at(-1)?.date : undefined;
  if (!latest)
    return isArchive ? (
      <EmptyState title={t`No earlier days`} text={t`The archive begins here.`}>
        <ButtonLink href={TODAY_PATH}>{t`Back to today`}</ButtonLink>
      </EmptyState>
    ) : (
      <EmptyState
        title={t`No app of the day yet`}
        text={t`There will be one as soon as there are enough apps.`}
      >
        <ButtonLink href={screens.discover.path}>{t`Discover apps`}</ButtonLink>
      </EmptyState>
    );
  if (isArchive || !latest.app) return <Archive picks={shown} last={last} />;
  return (
    <>
      <Featured date={latest.date} app={latest.app} />
      {before.length > 0 ? (
        <section aria-labelledby="days-before">
          <h2 id="days-before" className="display mb-3 text-heading">{t`The days before`}</h2>
          <Archive picks={before} last={last} />
        </section>
      ) : null}
    </>
  );
}

/** Returns the date in the address, before which the days are shown. */
function useBefore(): string | undefined {
  const before = new URLSearchParams(useSearch()).get('before') ?? '';
  return /^\d{4}-\d\d-\d\d$/.test(before) ? before : undefined;
}

/** The app of the day, and those of the days before. */
export default function TodayScreen() {
  const before = useBefore();
  const isArchive = before !== undefined;
  const query = useQuery({
    queryKey: ['today', before],
    queryFn: ({ signal }) => call(readToday, { query: { before, limit: DAYS + 2 } }, { signal }),
  });
  return (
    <div className="mx-auto max-w-5xl px-4 wrap-anywhere md:px-8">
      <ScreenHeading
        title={isArchive ? t`Apps of earlier days` : say(screens.today.title)}
        backHref={isArchive ? TODAY_PATH : screens.discover.path}
      />
      <QueryView query={query} failure={t`Couldn’t load the apps of the day`} skeleton={<RowsSkeleton />}>
        {(picks) => <Days picks={picks} isArchive={isArchive} />}
      </QueryView>
    </div>
  );
}

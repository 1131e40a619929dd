import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import {
  cancelVersion,
  type OwnFirstViews,
  type Promised,
  sendVersion,
  VERSION_NOTE_MAX,
  VersionForm as VersionRules,
  type ViewBudget,
} from '@zapdeck/contract/feed/first-views';
import { useId, useRef, useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { CharacterCount, controlClass, Field } from '../../components/ui/field.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { SheetForm } from '../../components/ui/sheet-form.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { localized } from '../../lib/localized.ts';
import { notifyError } from '../../lib/notify-error.ts';
import { useAction } from '../../lib/use-action.ts';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { Report, VersionNote } from './first-views-report.tsx';
import {
  keepFirstViews,
  nextInWords,
  progressInWords,
  useFirstViews,
  versionInWords,
} from './first-views.ts';
import { Section } from './section.tsx';
import { WaitingNote } from './waiting-note.tsx';

async function sendAgain(id: string, note: string): Promise<void> {
  try {
    await keepFirstViews(id, await call(sendVersion, { params: { id }, body: { note } }));
  } catch (error) {
    notifyError(error, {
      action: 'send-version',
      title: t`Couldn’t send the new version`,
    });
  }
}

/** The note of a version in review, with a button to cancel it. */
function WaitingVersion({ app, note }: { app: OwnApp; note: string }) {
  const { id } = app;
  const cancellation = useAction({
    work: async () => keepFirstViews(id, await call(cancelVersion, { params: { id } })),
    success: {
      title: t`New version cancelled`,
      action: { label: t`Undo`, onClick: () => void sendAgain(id, note) },
    },
    failure: {
      action: 'cancel-version',
      title: t`Couldn’t cancel the new version`,
    },
  });
  return (
    <WaitingNote
      title={t`New version in review`}
      value={note}
      cancelLabel={t`Cancel the new version`}
      cancellation={cancellation}
    />
  );
}

function VersionForm({ app, onClose }: { app: OwnApp; onClose: () => void }) {
  const form = useForm(VersionRules, { note: '' });
  const { ref, values, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: VersionRules) => {
      await keepFirstViews(app.id, await call(sendVersion, { params: { id: app.id }, body }));
    },
    success: { title: t`New version sent`, description: t`We’ll review it within 24-48 hours.` },
    failure: { action: 'send-version', title: t`Couldn’t send the new version` },
    onDone: onClose,
    leaves: true,
  });
  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={onClose}
      submit={t`Send for review`}
      pending={pending ? t`Sending…` : undefined}
    >
      <Field
        label={t`What’s new?`}
        hint={t`A moderator reads this. It is shown with your next report.`}
        error={errors.note}
        aside={<CharacterCount text={values.note} max={VERSION_NOTE_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            {...bind('note')}
            dir="auto"
            rows={4}
            maxLength={VERSION_NOTE_MAX}
            className={`${controlClass} resize-y`}
          />
        )}
      </Field>
    </SheetForm>
  );
}

const date = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long' }));

interface Props {
  app: OwnApp;
  firstViews: OwnFirstViews;
}

function VersionState({ app, firstViews, onSend }: Props & { onSend: () => void }) {
  const [now] = useState(Date.now);
  const { waitingVersion, versionFrom } = firstViews;
  if (waitingVersion !== null) return <WaitingVersion app={app} note={waitingVersion} />;
  // While first views are missing, there is nothing to choose.
  if (versionFrom === null) return null;
  if (Date.parse(versionFrom) > now)
    return (
      <p className="border-t border-line pt-5 text-sm text-muted">{t`You can send the next new version from ${{ date: date().format(Date.parse(versionFrom)) }}.`}</p>
    );
  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">{versionInWords(firstViews.promised)}</p>
      <Button variant="secondary" onClick={onSend}>{t`Send a new version`}</Button>
    </div>
  );
}

/** Button and form for a new version, or the date from which one can be sent. */
function VersionPart({ app, firstViews }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <VersionState app={app} firstViews={firstViews} onSend={() => setIsOpen(true)} />
      <Sheet open={isOpen} onClose={close} title={t`Send a new version`}>
        <VersionForm app={app} onClose={close} />
      </Sheet>
    </>
  );
}

function Progress({ budget, promised }: { budget: ViewBudget; promised: Promised }) {
  const id = useId();
  const isPaused = budget.isPaused && budget.finishedAt === null;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p id={id} className="display tabular text-2xl">
          {progressInWords(budget, promised)}
        </p>
        {isPaused ? <Badge tone="amber">{t`Paused`}</Badge> : null}
      </div>
      {promised === 'views' ? (
        <ProgressBar
          aria-labelledby={id}
          max={budget.wanted}
          value={budget.views}
          className={isPaused ? 'opacity-50' : ''}
        />
      ) : null}
      {budget.note === null ? null : <VersionNote note={budget.note} />}
      <p className="text-sm text-muted">{nextInWords(budget, promised)}</p>
    </div>
  );
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3">
      <div className="skeleton h-6 w-3/5" />
      <div className="skeleton h-3 w-full" />
    </div>
  );
}

function Shown({ app, firstViews }: { app: OwnApp; firstViews: OwnFirstViews }) {
  const { budgets, promised } = firstViews;
  const reports = budgets.flatMap((budget) =>
    budget.report === null ? [] : [<Report key={budget.id} budget={budget} report={budget.report} />],
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      {budgets.map((budget) =>
        budget.report === null ? <Progress key={budget.id} budget={budget} promised={promised} /> : null,
      )}
      {budgets.length === 0 ? <p className="text-muted">{t`This app has no promised first views.`}</p> : null}
      {reports.length > 0 ? <div className="reports">{reports}</div> : null}
      {app.status === 'approved' ? <VersionPart app={app} firstViews={firstViews} /> : null}
    </div>
  );
}

/** Progress and reports of an app's first views, and new versions. */
export function FirstViewsSection({ app }: { app: OwnApp }) {
  const query = useFirstViews(app.id);
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  // An app without promised views that is not in the deck has nothing to show.
  if (query.data?.budgets.length === 0 && app.status !== 'approved') return null;
  return (
    <Section ref={region} title={t`First views`}>
      <QueryView query={query} failure={t`Couldn’t load the first views`} skeleton={<Skeleton />}>
        {(firstViews) => <Shown app={app} firstViews={firstViews} />}
      </QueryView>
    </Section>
  );
}

import { plural, t } from '@lingui/core/macro';
import type { DeckCover } from '@zapdeck/contract/feed/deck-list';
import type { AvoidedApp, Lead, Taste } from '@zapdeck/contract/feed/taste';
import { cardHref, deckHref } from '@zapdeck/contract/instance/screens';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmSheet } from '../../components/ui/confirm-sheet.tsx';
import { Cover } from '../../components/ui/cover.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import type { Elements } from '../../lib/elements.ts';
import { takeLessBack } from '../../lib/pending/undoable.ts';
import { formatCount } from '../../lib/numbers.ts';
import { forgetTaste, useTaste } from '../../lib/pending/taste.ts';
import { useUser } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';

interface Props {
  open: boolean;
  userId: string;
  onClose: () => void;
  onGone: () => void;
}

/** Deletes the taste of the member after a confirmation. */
function ClearTasteSheet({ open, userId, onClose, onGone }: Props) {
  const { pending, start } = useAction({
    work: () => forgetTaste(userId),
    success: { title: t`For you was reset`, description: t`Your votes stay.` },
    failure: {
      action: 'clear-taste',
      title: t`Couldn’t reset For you`,
    },
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Reset For you?`}
      confirm={t`Reset`}
      pending={pending ? t`Resetting…` : undefined}
      onConfirm={start}
      onClose={onClose}
      onClosed={onGone}
    >
      <p className="text-muted">{t`This clears your taste. Your votes stay.`}</p>
    </ConfirmSheet>
  );
}

interface TasteRowProps {
  app: DeckCover;
  note: string;
  children?: Elements;
}

/** App of the member's taste. Its title leads to its card. */
function TasteRow({ app, note, children = null }: TasteRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line py-2.5">
      <Cover app={app} className="h-14 w-11 shrink-0 rounded-[10px]" />
      <div className="min-w-[min(7rem,100%)] grow basis-0">
        <Link
          href={cardHref(app.id)}
          dir="auto"
          className="relative line-clamp-3 font-medium wrap-anywhere underline-offset-4 after:absolute after:-inset-y-2.5 after:inset-x-0 hover:underline"
        >
          {app.title}
        </Link>
        <p className="text-sm text-muted">{note}</p>
      </div>
      {children}
    </li>
  );
}

const FIRST = 6;

const listClass = 'mt-1 grid grid-cols-1 gap-x-8 md:grid-cols-2';

function Skeleton() {
  return (
    <div aria-hidden="true" className="py-3">
      <div className="skeleton mb-3 h-5 w-48 max-w-full" />
      <div className={listClass}>
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="flex items-center gap-3 py-2.5">
            <div className="skeleton h-14 w-11 shrink-0" />
            <div className="skeleton h-4 w-40" />
          </div>
        ))}
      </div>
    </div>
  );
}

function Leads({ leads, onShowAll }: { leads: readonly Lead[]; onShowAll: () => void }) {
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? leads : leads.slice(0, FIRST);
  return (
    <>
      <h3 className="mt-3 font-semibold">{t`Based on your likes`}</h3>
      <ul className={listClass}>
        {shown.map((app) => (
          <TasteRow
            key={app.id}
            app={app}
            note={plural(app.leadsTo, { one: '# similar app', other: '# similar apps' })}
          />
        ))}
      </ul>
      {shown.length < leads.length ? (
        <Button
          variant="quiet"
          className="mt-2 -ms-5"
          onClick={() => {
            // The button disappears.
            onShowAll();
            setIsAll(true);
          }}
        >
          {t`Show all ${formatCount(leads.length)}`}
        </Button>
      ) : null}
    </>
  );
}

function Avoided({ avoided, onUndo }: { avoided: readonly AvoidedApp[]; onUndo: (app: AvoidedApp) => void }) {
  return (
    <>
      <h3 className="mt-5 font-semibold">{t`Less like these`}</h3>
      <ul className={listClass}>
        {avoided.map((app) => (
          <TasteRow key={app.id} app={app} note={t`Shown less often`}>
            <Button
              variant="secondary"
              className="max-w-full"
              aria-label={t`Undo “Less like ${app.title}”`}
              onClick={() => onUndo(app)}
            >{t`Undo`}</Button>
          </TasteRow>
        ))}
      </ul>
    </>
  );
}

function Nothing({ votesMissing }: Pick<Taste, 'votesMissing'>) {
  return (
    <p className="py-3 text-muted">
      {votesMissing > 0
        ? plural(votesMissing, {
            one: '# more vote to unlock For you',
            other: '# more votes to unlock For you',
          })
        : t`Like more apps to shape your taste.`}
    </p>
  );
}

/** Likes that lead in the deck `for-you`, apps to avoid, and a button that deletes both lists. */
export function TasteSection() {
  const { id } = useUser();
  const query = useTaste(true);
  const [isClearing, setIsClearing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="display mb-4 text-heading outline-none">
        {t`Your taste`}
      </h2>
      <div className="card px-5 py-2 md:px-7">
        <QueryView query={query} failure={t`Couldn’t load your taste`} skeleton={<Skeleton />}>
          {({ leads, avoided, votesMissing }) => (
            <>
              {leads.length > 0 ? <Leads leads={leads} onShowAll={focusHeading} /> : null}
              {avoided.length > 0 ? (
                <Avoided
                  avoided={avoided}
                  onUndo={(app) => {
                    // The row with the button disappears.
                    focusHeading();
                    void takeLessBack(id, app);
                  }}
                />
              ) : null}
              {leads.length + avoided.length === 0 ? <Nothing votesMissing={votesMissing} /> : null}
              {leads.length + avoided.length > 0 ? (
                <div className="flex flex-wrap gap-2.5 py-4">
                  {votesMissing > 0 ? null : (
                    <ButtonLink
                      href={deckHref('for-you')}
                      variant="secondary"
                      className="grow sm:grow-0"
                    >{t`Open For you`}</ButtonLink>
                  )}
                  <Button
                    variant="quiet"
                    className="grow sm:grow-0 sm:first:-ms-5"
                    onClick={() => setIsClearing(true)}
                  >{t`Reset For you`}</Button>
                </div>
              ) : null}
            </>
          )}
        </QueryView>
      </div>
      <ClearTasteSheet
        open={isClearing}
        userId={id}
        onClose={() => setIsClearing(false)}
        onGone={() => {
          // The button that opened the sheet goes away with the list.
          if (document.activeElement === document.body) focusHeading();
        }}
      />
    </section>
  );
}

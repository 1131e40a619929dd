import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import {
  type Application,
  type ApplicationDecision,
  applications,
  decideApplication,
  REFUSAL_REASON_MAX,
  UNAPPROVED_DAYS,
  undoApplicationDecision,
} from '@zapdeck/contract/accounts/applications';
import { UNDO_MS } from '@zapdeck/contract/moderation/decisions';
import { cutText } from '@zapdeck/contract/wire/cut-text';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { toast } from '../../../lib/toasts.ts';
import { call } from '../../../lib/call.ts';
import { instance } from '../../../lib/instance.ts';
import { notifyError } from '../../../lib/notify-error.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { type Action, useAction } from '../../../lib/use-action.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { PersonLink } from '../parts/person-link.tsx';
import { refreshAfter } from '../parts/refresh-admin.ts';
import { useAdminList } from '../parts/use-admin-list.ts';
import { providerNames } from '../users/provider-names.ts';
import '../users/user-card.css';

/** Up to this length, an answer is shown in full. */
const SHORT_MAX = 300;
const LINES_MAX = 6;
/** Shorter than a short answer, so that the button always shows much more. */
const CUT_TO = 240;

const isShort = (text: string) => text.length <= SHORT_MAX && text.split('\n').length <= LINES_MAX;

/** Answer of a person who signed up. A button shows all of a long one. */
function AnswerText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(isShort(text));
  const shown = useRef<HTMLParagraphElement>(null);
  const cut = cutText(text, CUT_TO).trimEnd();
  // The button disappears, and the focus goes to the text.
  const showAll = () => {
    flushSync(() => setWhole(true));
    shown.current?.focus();
  };
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1">
      <p
        ref={shown}
        tabIndex={-1}
        dir="auto"
        className={`w-full whitespace-pre-line wrap-anywhere ${isWhole ? '' : 'line-clamp-6'}`}
      >
        {isWhole ? text : `${cut}${cut === text ? '' : '…'}`}
      </p>
      {isWhole ? null : (
        <Button variant="quiet" className="-ms-5 -mb-2" aria-expanded={false} onClick={showAll}>
          {t`Show all`}
        </Button>
      )}
    </div>
  );
}

async function undo(id: string): Promise<void> {
  try {
    await refreshAfter(call(undoApplicationDecision, { params: { id } }));
    toast({ title: t`Decision undone`, description: t`Nobody was notified.` });
  } catch (error) {
    notifyError(error, {
      action: 'undo-application-decision',
      title: t`Error`,
      text: t`Couldn’t undo the decision`,
      words: 'server',
    });
  }
}

interface Decision {
  decision: ApplicationDecision;
  reason?: string;
}

/** Returns the decision on an account. The message after it offers to undo it. */
function useSignupDecision(id: string, name: string): Action<Decision> {
  return useAction({
    work: ({ decision, reason = '' }: Decision) =>
      refreshAfter(
        call(decideApplication, { params: { id }, body: { decision, reason: reason.trim() || null } }),
      ).then(() => decision),
    success: (decision) => ({
      title: t`Success`,
      description: decision === 'approved' ? t`${name} is approved` : t`${name} is refused`,
      action: { label: t`Undo`, onClick: () => void undo(id) },
      durationMs: UNDO_MS,
    }),
    failure: {
      action: 'decide-application',
      title: t`Error`,
      text: t`Couldn’t save the decision`,
      words: 'server',
    },
  });
}

interface FormProps {
  isBusy: boolean;
  onRefuse: (reason: string) => void;
  onClose: () => void;
}

function RefuseForm({ isBusy, onRefuse, onClose }: FormProps) {
  const [reason, setReason] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onRefuse(reason);
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      <p>
        {plural(
          { days: UNAPPROVED_DAYS },
          {
            one: 'The account will be deleted in # day. Until then it keeps the rights of a guest.',
            other: 'The account will be deleted in # days. Until then it keeps the rights of a guest.',
          },
        )}
      </p>
      <Field label={t`Reason`} optional hint={t`The person reads this in an email.`}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            data-autofocus
            rows={3}
            maxLength={REFUSAL_REASON_MAX}
            className={`${controlClass} resize-none`}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <SheetButtons>
        <Button variant="quiet" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" variant="danger" pending={isBusy ? t`One moment…` : undefined}>
          {t`Refuse`}
        </Button>
      </SheetButtons>
    </form>
  );
}

interface RefuseProps extends FormProps {
  open: boolean;
  name: string;
}

/** Asks for an optional reason before an account is refused. */
function RefuseSheet({ open, name, ...form }: RefuseProps) {
  return (
    <Sheet open={open} isBusy={form.isBusy} onClose={form.onClose} title={t`Refuse ${name}`}>
      <RefuseForm {...form} />
    </Sheet>
  );
}

/** An account that waits for approval: who it is, its answer, and buttons for the decision. */
function SignupCard({ application }: { application: Application }) {
  const { id, firstName, lastName, email, authProvider, answer, signedUpAt } = application;
  const name = [firstName, lastName].filter(Boolean).join(' ') || (email ?? '');
  const [isRefusing, setRefusing] = useState(false);
  const { pending, start } = useSignupDecision(id, name);
  return (
    <li className="card grid grid-cols-1 content-start gap-3.5 p-4">
      <div className="min-w-0">
        <h3 className="dash-title">
          <PersonLink id={id}>{name}</PersonLink>
          <Badge>{i18n._(providerNames[authProvider])}</Badge>
        </h3>
        <p dir="ltr" className="truncate text-sm text-muted rtl:text-end">
          {email}
        </p>
        <p className="text-sm text-muted">
          <TimeAgo moment={signedUpAt} />
        </p>
      </div>
      <AnswerText text={answer} />
      <div className="dash-buttons max-sm:*:flex-1">
        <Button variant="secondary" aria-label={t`Refuse ${name}`} onClick={() => setRefusing(true)}>
          <X size={19} aria-hidden="true" />
          <span>{t`Refuse`}</span>
        </Button>
        <Button
          aria-label={t`Approve ${name}`}
          pending={pending ? t`One moment…` : undefined}
          onClick={() => start({ decision: 'approved' })}
        >
          <Check size={19} aria-hidden="true" />
          <span>{t`Approve`}</span>
        </Button>
      </div>
      <RefuseSheet
        open={isRefusing}
        name={name}
        isBusy={pending}
        onRefuse={(reason) => {
          setRefusing(false);
          start({ decision: 'refused', reason });
        }}
        onClose={() => setRefusing(false)}
      />
    </li>
  );
}

const SHOWN_FIRST = 4;
/** Further accounts move up as these are decided. */
const SHOWN_MAX = 60;

/** Accounts that wait for approval, the oldest first. Shows nothing if sign-up needs no approval and none waits. */
export function SignupsSection() {
  const [limit, setLimit] = useState(SHOWN_FIRST);
  const query = useAdminList(applications, { query: { limit } });
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const { items = [], total = 0 } = query.data ?? {};
  if (instance.registration !== 'approval' && total === 0) return null;
  return (
    <section ref={region} tabIndex={-1} aria-labelledby="signups-heading" className="outline-none">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 id="signups-heading" className="display text-heading">{t`Sign-ups`}</h2>
        {total > 0 ? (
          <Badge tone="amber">
            <span className="tabular" aria-hidden="true">
              {formatCount(total)}
            </span>
            <span className="sr-only">
              {plural(
                { count: total },
                { one: '# account waits for approval', other: '# accounts wait for approval' },
              )}
            </span>
          </Badge>
        ) : null}
      </div>
      <QueryView query={query} failure={t`Couldn’t load the sign-ups`} skeleton={<ListSkeleton rows={1} />}>
        {() =>
          total === 0 ? (
            <p className="text-muted">{t`No account waits for approval`}</p>
          ) : (
            <ul className="dash-cards items-start">
              {items.map((application) => (
                <SignupCard key={application.id} application={application} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {limit < SHOWN_MAX && items.length < total ? (
        <Button variant="secondary" className="mt-4" onClick={() => setLimit(SHOWN_MAX)}>
          {plural({ count: Math.min(SHOWN_MAX, total) - items.length }, { other: 'Show # more' })}
        </Button>
      ) : null}
    </section>
  );
}

import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { logoutEverywhere } from '@zapdeck/contract/accounts/account';
import { deviceText } from '@zapdeck/contract/accounts/security-log';
import { endOwnSession, ownSessions, type SessionEntry } from '@zapdeck/contract/sign-in/sessions';
import { useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { SessionRow } from '../../components/security/security-rows.tsx';
import { Button } from '../../components/ui/button.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { SheetButtons } from '../../components/ui/sheet-form.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { call } from '../../lib/call.ts';
import { say } from '../../lib/say.ts';
import { endSession } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { accountKey, refreshAccount } from './account.ts';
import { RowsSkeleton } from './rows.tsx';

interface Props {
  sessions: number;
  onClose: (then?: () => void) => void;
}

const failure = () => ({
  action: 'logout-everywhere',
  title: t`Couldn’t sign out`,
});

function explanation(sessions: number): string {
  const count = sessions - 1;
  if (count <= 0) return t`You are signed in here only.`;
  return plural(count, {
    one: 'You are signed in here and once elsewhere. If you don’t recognize that, sign out everywhere else.',
    other:
      'You are signed in here and # times elsewhere. If you don’t recognize that, sign out everywhere else.',
  });
}

/** Buttons that end other sessions, or all of them. */
function SignOutChoice({ sessions, onClose }: Props) {
  const elsewhere = useAction({
    work: async () => {
      await call(logoutEverywhere, { body: { devices: 'others' } });
      refreshAccount();
    },
    failure: failure(),
    onDone: () =>
      onClose(() => toast({ title: t`Signed out elsewhere`, description: t`You are signed in here only.` })),
    leaves: true,
  });
  const everywhere = useAction({
    work: () => call(logoutEverywhere, { body: { devices: 'all' } }),
    failure: failure(),
    onDone: () =>
      onClose(() => {
        navigate('/landing');
        endSession();
        toast({ title: t`Signed out everywhere`, description: t`See you soon.` });
      }),
    leaves: true,
  });
  return (
    <div className="grid gap-5">
      <p className="text-muted">{explanation(sessions)}</p>
      <SheetButtons>
        <Button variant="secondary" onClick={() => onClose()}>{t`Cancel`}</Button>
        <Button
          variant="danger"
          pending={everywhere.pending ? t`Signing out…` : undefined}
          onClick={everywhere.start}
        >
          {sessions > 1 ? t`Sign out here too` : t`Sign out`}
        </Button>
        {sessions > 1 ? (
          <Button
            pending={elsewhere.pending ? t`Signing out…` : undefined}
            onClick={elsewhere.start}
          >{t`Sign out everywhere else`}</Button>
        ) : null}
      </SheetButtons>
    </div>
  );
}

function SignOut({ session: { id, device } }: { session: SessionEntry }) {
  const name = say(deviceText(device));
  const { pending, start } = useAction({
    work: async () => {
      await call(endOwnSession, { params: { id } }).finally(refreshAccount);
    },
    success: { title: t`Signed out: ${name}` },
    failure: {
      action: 'end-session',
      title: t`Couldn’t sign out ${name}`,
    },
  });
  return (
    <Button
      variant="secondary"
      className="ms-auto"
      aria-label={t`Sign out: ${name}`}
      pending={pending ? t`Signing out…` : undefined}
      onClick={start}
    >
      {t({ message: 'Sign out', context: 'device' })}
    </Button>
  );
}

function SignOutEverywhere({ sessions }: { sessions: number }) {
  const [isOpen, setOpen] = useState(false);
  const afterwards = useRef<() => void>(undefined);
  const close = (then?: () => void) => {
    afterwards.current = then;
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="secondary"
        className="mt-4 max-sm:w-full"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >{t`Sign out everywhere`}</Button>
      <Sheet
        open={isOpen}
        title={t`Sign out everywhere`}
        onClose={close}
        onClosed={() => afterwards.current?.()}
      >
        <SignOutChoice sessions={sessions} onClose={close} />
      </Sheet>
    </>
  );
}

/** Devices on which the user is signed in, with buttons to sign out each other one, or all. */
export function SessionList() {
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const query = useQuery({
    queryKey: [...accountKey, ownSessions.path],
    queryFn: ({ signal }) => call(ownSessions, {}, { signal }),
    refetchOnWindowFocus: true,
  });
  return (
    <section ref={region} tabIndex={-1} className="outline-none" aria-labelledby="own-sessions">
      <h3 id="own-sessions" className="mb-1 text-lg font-semibold">{t`Where you are signed in`}</h3>
      <QueryView query={query} failure={t`Couldn’t load your devices`} skeleton={<RowsSkeleton />}>
        {(sessions) => (
          <>
            <ul>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session}>
                  {session.isThis ? null : <SignOut session={session} />}
                </SessionRow>
              ))}
            </ul>
            <SignOutEverywhere sessions={sessions.length} />
          </>
        )}
      </QueryView>
    </section>
  );
}

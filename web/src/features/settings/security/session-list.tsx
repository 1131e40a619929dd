import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { deviceText } from '@zapdeck/contract/accounts/security-log';
import { endOwnSession, ownSessions, type SessionEntry } from '@zapdeck/contract/sign-in/sessions';
import { useRef, useState } from 'react';
import { SessionRow } from '../../../components/security/session-row.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { call } from '../../../lib/call.ts';
import { say } from '../../../lib/say.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { accountKey, refreshAccount } from '../account/use-account.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { SignOutChoice } from './sign-out-choice.tsx';

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

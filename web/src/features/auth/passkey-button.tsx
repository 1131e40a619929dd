import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import type { Assertion } from '@zapdeck/contract/sign-in/passkeys';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { IF_PASSKEYS, useHasPasskeys } from '../../lib/has-passkeys.ts';
import { sayPasskeyProblem } from '../../lib/passkey-problem.ts';
import { useAction } from '../../lib/use-action.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { castLikes, likesInWords } from './saved-likes-note.tsx';

const load = () => import('./passkey-sign-in.ts');

interface Props {
  guestId: string | undefined;
  onDone: (user: CurrentUser) => void;
}

/** Signs in with a passkey, by the button or by a suggestion of the email field. */
export function PasskeyButton({ guestId, onDone }: Props) {
  const isOffered = useHasPasskeys();
  const isHydrated = useHydrated();
  const { pending, start } = useAction({
    work: async ({ chosen }: { chosen?: Assertion }) => {
      const { choosePasskey, signIn } = await load();
      const user = await signIn(chosen ?? (await choosePasskey()));
      return { user, saved: await castLikes(guestId, user.id) };
    },
    success: ({ saved }) => ({
      title: t`Welcome back!`,
      ...(saved > 0 ? { description: likesInWords(saved) } : {}),
    }),
    failure: {
      action: 'passkey-login',
      title: t`Login failed`,
    },
    onError: (error) => {
      offer();
      return sayPasskeyProblem(error, t`Login failed`);
    },
    onDone: ({ user }) => onDone(user),
    leaves: true,
  });

  const offer = () => {
    const take = (answer: Assertion | undefined) => answer && start({ chosen: answer });
    load().then(
      ({ offerInSuggestions }) => offerInSuggestions().then(take),
      () => undefined,
    );
  };
  const offerFirst = useEffectEvent(offer);
  useEffect(() => {
    if (!isOffered || !isHydrated) return undefined;
    offerFirst();
    return () =>
      void load().then(
        ({ stopOffer }) => stopOffer(),
        () => undefined,
      );
  }, [isOffered, isHydrated]);

  if (!isOffered) return null;
  return (
    <div data-shown-if={IF_PASSKEYS}>
      <Button
        variant="quiet"
        className="w-full"
        pending={pending ? t`Waiting for your device…` : undefined}
        onClick={() => start({})}
      >{t`Sign in with a passkey`}</Button>
    </div>
  );
}

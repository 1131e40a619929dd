import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useAdminAction } from './use-admin-action.ts';

interface Props {
  votes: number;
  work: () => Promise<unknown>;
  /** How long the action can be undone, and what stays. */
  undo: string;
}

/** Button that takes votes back after a confirmation. */
export function TakeVotesBack({ votes, work, undo }: Props) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { pending, start } = useAdminAction({
    name: 'take-votes-back',
    work,
    success: t`The votes are being taken back`,
    failure: t`Couldn’t take the votes back`,
    prefersServerText: true,
    onDone: close,
  });
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>{t`Take votes back`}</Button>
      <ConfirmSheet
        open={isAsking}
        title={t`Take votes back`}
        confirm={t`Take back`}
        pending={pending ? t`Taking back…` : undefined}
        onConfirm={start}
        onClose={close}
      >
        <p>
          {plural(
            { count: votes },
            {
              one: 'This takes back # vote. Counts, scores and decks are updated.',
              other: 'This takes back # votes. Counts, scores and decks are updated.',
            },
          )}
        </p>
        <p>{undo}</p>
      </ConfirmSheet>
    </>
  );
}

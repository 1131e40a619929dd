import { t } from '@lingui/core/macro';
import { type Takeback, undoTakeback } from '@zapdeck/contract/moderation/takebacks';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { useAdminAction } from './use-admin-action.ts';

/** Button that undoes a takeback. Renders nothing if it was undone. */
export function PutVotesBack({ takeback: { id, undoneAt } }: { takeback: Takeback }) {
  const isAdmin = useIsAdmin();
  const { pending, start } = useAdminAction({
    name: 'put-votes-back',
    work: () => call(undoTakeback, { params: { id } }),
    success: t`The votes are being put back`,
    failure: t`Couldn’t put the votes back`,
    prefersServerText: true,
  });
  if (!isAdmin || undoneAt !== null) return null;
  return (
    <Button variant="secondary" pending={pending ? t`Putting back…` : undefined} onClick={start}>
      {t`Put votes back`}
    </Button>
  );
}

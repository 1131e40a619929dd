import { t } from '@lingui/core/macro';
import { type MakerPage, removeMakerPage } from '@zapdeck/contract/accounts/maker-page';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { makerPageKey } from './use-maker.ts';

interface Props {
  open: boolean;
  page: MakerPage;
  onClose: () => void;
  onClosed: () => void;
}

const failure = () => ({
  action: 'remove-maker-page',
  title: t`Couldn’t delete your page`,
});

/** Confirms and deletes the maker page. */
export function MakerPageRemoval({ open, page, onClose, onClosed }: Props) {
  const { pending, start } = useAction({
    work: async () => {
      await call(removeMakerPage, {});
      queryClient.setQueryData(makerPageKey, { page: null });
    },
    success: { title: t`Page deleted`, description: t`The address is available again.` },
    failure: failure(),
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Delete your page?`}
      confirm={t`Delete page`}
      pending={pending ? t`Deleting…` : undefined}
      onConfirm={start}
      onClose={onClose}
      onClosed={onClosed}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`Your name, your line and your links are no longer shown.`}</li>
        <li className="wrap-anywhere">{t`Links to it stop working, and others can take “${page.handle}”.`}</li>
        <li>{t`Your apps stay as they are.`}</li>
      </ul>
    </ConfirmSheet>
  );
}

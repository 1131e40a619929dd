import { t } from '@lingui/core/macro';
import { type MakerPage, removeMakerPage } from '@zapdeck/contract/accounts/maker-page';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { makerPageKey } from './use-maker.ts';

interface Props {
  page: MakerPage;
  onClose: () => void;
}

const failure = () => ({
  action: 'remove-maker-page',
  title: t`Couldn’t delete your page`,
  text: t`Please check your connection and try again.`,
});

/** Confirms and deletes the maker page. */
export function MakerPageRemoval({ page, onClose }: Props) {
  const { pending, start } = useAction({
    work: async () => {
      await call(removeMakerPage, {});
      queryClient.setQueryData(makerPageKey, { page: null });
    },
    success: { title: t`Page deleted`, description: t`The address is available again.` },
    failure: failure(),
    onDone: onClose,
    leaves: true,
  });
  return (
    <div className="grid gap-5">
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`Your name, your line and your links are no longer shown.`}</li>
        <li className="wrap-anywhere">{t`Links to it stop working, and others can take “${page.handle}”.`}</li>
        <li>{t`Your apps stay as they are.`}</li>
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="secondary"
          className="grow"
          data-autofocus
          onClick={onClose}
        >{t`Keep the page`}</Button>
        <Button
          variant="danger"
          className="grow"
          pending={pending ? t`Deleting…` : undefined}
          onClick={start}
        >{t`Delete page`}</Button>
      </div>
    </div>
  );
}

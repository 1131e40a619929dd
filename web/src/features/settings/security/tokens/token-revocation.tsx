import { t } from '@lingui/core/macro';
import { type ApiToken, revokeApiToken } from '@zapdeck/contract/accounts/api-tokens';
import { call } from '../../../../lib/call.ts';
import { ConfirmSheet } from '../../../../components/ui/confirm-sheet.tsx';
import { useAction } from '../../../../lib/use-action.ts';
import { refreshApiTokens } from './use-api-tokens.ts';

/** Confirms and revokes a token. */
interface Props {
  open: boolean;
  token: ApiToken;
  onClose: () => void;
}

export function TokenRevocation({ open, token, onClose }: Props) {
  const { pending, start } = useAction({
    work: async () => {
      await call(revokeApiToken, { params: { id: token.id } });
      await refreshApiTokens();
    },
    success: { title: t`Token revoked`, description: t`It no longer works.` },
    failure: {
      action: 'revoke-api-token',
      title: t`Couldn’t revoke the token`,
    },
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Revoke ${{ name: token.name }}?`}
      confirm={t`Revoke`}
      pending={pending ? t`Revoking…` : undefined}
      onConfirm={start}
      onClose={onClose}
    >
      <p>{t`Programs that use this token stop working at once. This cannot be undone.`}</p>
    </ConfirmSheet>
  );
}

import { t } from '@lingui/core/macro';
import { type ApiToken, revokeApiToken } from '@zapdeck/contract/accounts/api-tokens';
import { call } from '../../../../lib/call.ts';
import { useAction } from '../../../../lib/use-action.ts';
import { ConfirmButtons } from '../confirm-buttons.tsx';
import { refreshApiTokens } from './use-api-tokens.ts';

/** Confirms and revokes a token. */
export function TokenRevocation({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const { pending, start } = useAction({
    work: async () => {
      await call(revokeApiToken, { params: { id: token.id } });
      await refreshApiTokens();
    },
    success: { title: t`Token revoked`, description: t`It no longer works.` },
    failure: {
      action: 'revoke-api-token',
      title: t`Couldn’t revoke the token`,
      text: t`Please check your connection and try again.`,
    },
    onDone: onClose,
    leaves: true,
  });
  return (
    <div className="grid grid-cols-1 gap-5 pt-1">
      <p>{t`Programs that use this token stop working at once. This cannot be undone.`}</p>
      <ConfirmButtons
        confirm={t`Revoke`}
        pending={pending ? t`Revoking…` : undefined}
        onConfirm={start}
        onCancel={onClose}
      />
    </div>
  );
}

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { checkVerification, readVerification } from '@zapdeck/contract/frames/verification';
import { call } from '../../../lib/call.ts';
import { ownAppKey } from '../../../lib/own-apps.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useAction } from '../../../lib/use-action.ts';

const keyOf = (id: string) => [...ownAppKey(id), 'verification'];

/** Reads how the maker can verify the app. */
export function useVerification(id: string) {
  return useQuery({ queryKey: keyOf(id), queryFn: () => call(readVerification, { params: { id } }) });
}

/** Checks the proof on the host now. */
export function useVerifyNow(id: string) {
  return useAction({
    work: async () => {
      queryClient.setQueryData(keyOf(id), await call(checkVerification, { params: { id } }));
      void queryClient.invalidateQueries({ queryKey: [...ownAppKey(id), 'history'] });
    },
    failure: {
      action: 'check-verification',
      title: t`Couldn’t check your site`,
    },
  });
}

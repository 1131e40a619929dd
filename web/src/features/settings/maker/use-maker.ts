import { useQuery } from '@tanstack/react-query';
import { mailPreferences } from '@zapdeck/contract/mail-preferences';
import { ownMakerPage } from '@zapdeck/contract/maker-page';
import { call } from '../../../lib/call.ts';

export const makerPageKey = ['maker-page'] as const;
export const mailPreferencesKey = ['mail-preferences'] as const;

/** The person's page as a maker; null in it while there is none. */
export function useMakerPage() {
  return useQuery({ queryKey: makerPageKey, queryFn: () => call(ownMakerPage, {}) });
}

/** Which mails the person wants; read anew when they come back from one that they ended. */
export function useMailPreferences() {
  return useQuery({
    queryKey: mailPreferencesKey,
    queryFn: () => call(mailPreferences, {}),
    refetchOnWindowFocus: true,
  });
}

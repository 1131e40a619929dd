import { useQuery } from '@tanstack/react-query';
import { mailPreferences } from '@zapdeck/contract/accounts/mail-preferences';
import { ownMakerPage } from '@zapdeck/contract/accounts/maker-page';
import { call } from '../../lib/call.ts';

export const makerPageKey = ['maker-page'] as const;
export const mailPreferencesKey = ['mail-preferences'] as const;

/** Returns the user's maker page; its value is null if there is none. */
export function useMakerPage() {
  return useQuery({ queryKey: makerPageKey, queryFn: () => call(ownMakerPage, {}) });
}

/** Returns which mails the user wants. They are read again when the user comes back from an unsubscribe link. */
export function useMailPreferences() {
  return useQuery({
    queryKey: mailPreferencesKey,
    queryFn: () => call(mailPreferences, {}),
    refetchOnWindowFocus: true,
  });
}

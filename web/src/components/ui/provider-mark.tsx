import type { ProviderId } from '@zapdeck/contract/sign-in/providers';

/** Logo of Google, or a key for the operator's provider. */
export function ProviderMark({ id }: { id: ProviderId }) {
  const isGoogle = id === 'google';
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5 shrink-0"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={isGoogle ? 4 : 2.25}
    >
      {isGoogle ? (
        <>
          <path d="M19.4 6.6A9 9 0 0 0 4.2 7.5" stroke="#ea4335" />
          <path d="M4.2 7.5a9 9 0 0 0 0 9" stroke="#fbbc05" />
          <path d="M4.2 16.5a9 9 0 0 0 13.6 2.4" stroke="#34a853" />
          <path d="M17.8 18.9A9 9 0 0 0 21 12h-9" stroke="#4285f4" />
        </>
      ) : (
        <path d="M12 12a5 5 0 1 0-1 5 5 5 0 0 0 1-5l9-9m-5 5 3.5 3.5" />
      )}
    </svg>
  );
}

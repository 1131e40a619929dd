import { Trans } from '@lingui/react/macro';
import type { ProviderId } from '@zapdeck/contract/sign-in/providers';
import { buttonClass } from '../../components/ui/button-class.ts';
import { ProviderMark } from '../../components/ui/provider-mark.tsx';

interface Props {
  id: ProviderId;
  name: string;
  /** Null if the provider is not available. */
  href: string | null;
  /** Id of the element with the reason why it is not available. */
  reasonId: string;
}

/** Button "Continue with" a provider. Disabled if the provider is not available. */
export function SocialButton({ id, name, href, reasonId }: Props) {
  const face = (
    <>
      <ProviderMark id={id} />
      <span>
        <Trans>
          <span className="sr-only">Continue with</span> <span>{name}</span>
        </Trans>
      </span>
    </>
  );
  const className = buttonClass('secondary', 'md', 'flex-auto px-2!');
  return href === null ? (
    <button disabled aria-describedby={reasonId} className={className}>
      {face}
    </button>
  ) : (
    <a href={href} className={className}>
      {face}
    </a>
  );
}

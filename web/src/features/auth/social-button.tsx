import { Trans } from '@lingui/react/macro';
import type { ProviderId } from '@zapdeck/contract/providers';
import { buttonClass } from '../../components/ui/button-class.ts';
import { ProviderMark } from './provider-mark.tsx';

interface Props {
  id: ProviderId;
  name: string;
  /** Where the browser goes to sign in; null while that cannot be done. */
  href: string | null;
  /** The element that says why it cannot be done. */
  reasonId: string;
}

/** Signing in through a provider, under a "Continue with"; where it is not possible the button stays, greyed. */
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

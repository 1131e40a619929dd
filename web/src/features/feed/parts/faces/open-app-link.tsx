import { t } from '@lingui/core/macro';
import ExternalLink from 'lucide-react/icons/external-link';
import { buttonClass } from '../../../../components/ui/button-class.ts';

export function OpenAppLink({ url, className = '' }: { url: string; className?: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      draggable={false}
      className={buttonClass('primary', 'lg', `min-w-48 ${className}`)}
    >
      <span>{t`Open App`}</span>
      <ExternalLink size={18} aria-hidden="true" />
    </a>
  );
}

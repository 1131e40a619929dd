import { t } from '@lingui/core/macro';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';

/** Link that opens an app in a new tab, without opener and referrer. */
export function OpenLink({ url, title, className = '' }: { url: string; title: string; className?: string }) {
  const label = t`Open ${title} in a new tab`;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      data-tooltip={label}
      className={`grid size-11 shrink-0 place-items-center rounded-pill border border-line bg-surface transition hover:bg-raised active:scale-90 ${className}`}
    >
      <ArrowUpRight size={20} aria-hidden="true" />
    </a>
  );
}

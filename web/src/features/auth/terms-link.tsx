import { t } from '@lingui/core/macro';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { buttonClass } from '../../components/ui/button-class.ts';

/** Opens the terms in a new tab, so that this page stays. */
export function TermsLink() {
  return (
    <a href="/terms" target="_blank" rel="noopener" className={buttonClass('secondary', 'lg', 'w-full')}>
      <span className="min-w-0">{t`Read the terms`}</span>
      <ArrowUpRight size={20} className="shrink-0 rtl:-scale-x-100" aria-hidden="true" />
    </a>
  );
}

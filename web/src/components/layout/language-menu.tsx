import { t } from '@lingui/core/macro';
import Languages from 'lucide-react/icons/languages';
import { useId } from 'react';
import { instance } from '../../lib/instance.ts';
import { LanguageSelect } from './language-select.tsx';

/** Chooses the language of the screens. Renders nothing if there is only one. */
export function LanguageMenu({ isMember }: { isMember: boolean }) {
  const id = useId();
  if (instance.languages.length < 2) return null;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex items-center gap-2 text-sm font-semibold text-muted">
        {/* Helps users who cannot read the current language. */}
        <Languages size={17} aria-hidden="true" />
        <span>{t`Language`}</span>
      </label>
      <LanguageSelect id={id} isMember={isMember} />
    </div>
  );
}

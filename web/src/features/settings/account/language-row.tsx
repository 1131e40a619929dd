import { t } from '@lingui/core/macro';
import Languages from 'lucide-react/icons/languages';
import { useId } from 'react';
import { LanguageSelect } from '../../../components/layout/language-select.tsx';
import { instance } from '../../../lib/instance.ts';
import { AccountRow } from './account-row.tsx';

/** Row with the language of the account. Renders nothing if there is only one. */
export function LanguageRow() {
  const id = useId();
  if (instance.languages.length < 2) return null;
  return (
    <AccountRow
      icon={Languages}
      title={<label htmlFor={id}>{t`Language`}</label>}
      text={t`For screens and emails.`}
    >
      <div className="w-full sm:w-56">
        <LanguageSelect id={id} isMember />
      </div>
    </AccountRow>
  );
}

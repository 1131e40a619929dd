import { t } from '@lingui/core/macro';
import { Switch } from '../parts/switch.tsx';
import type { LegalForm } from './legal-form.ts';

/** Says who has to accept the terms. A switch asks members again when the terms change. */
export function TermsConsent({ form: { typed, set } }: { form: LegalForm }) {
  const { version, isNeeded } = typed.consent;
  const asked = t`Members are asked at their next visit. Until they accept, they can only read, download their data or delete their account.`;
  if (version === 0) return <p className="text-sm text-muted">{asked}</p>;
  return (
    <Switch
      label={t`Members have to accept the change`}
      note={asked}
      checked={isNeeded}
      onChange={(needed) => set('consent', { version, isNeeded: needed })}
    />
  );
}

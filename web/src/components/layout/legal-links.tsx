import { t } from '@lingui/core/macro';
import { SOFTWARE_NAME } from '@zapdeck/contract/instance/software-name';
import { instance } from '../../lib/instance.ts';

/** Line that names the software, unless the instance hides it. */
export function PoweredBy({ className }: { className?: string }) {
  if (!instance.showPoweredBy) return null;
  return (
    <p
      data-shown-if="POWERED_BY"
      className={className}
    >{t`Powered by ${{ software: SOFTWARE_NAME }}, free and open source.`}</p>
  );
}

/** Links to the published legal pages and to the contact. */
export function LegalLinks({ className }: { className: string }) {
  const { legal, contact } = instance;
  return (
    <>
      <a href={legal.privacy} className={className}>{t`Privacy`}</a>
      {legal.terms === null ? null : (
        <a data-shown-if="TERMS" href={legal.terms} className={className}>{t`Terms`}</a>
      )}
      {legal.imprint === null ? null : (
        <a data-shown-if="IMPRINT" href={legal.imprint} className={className}>{t`Imprint`}</a>
      )}
      {contact === null ? null : (
        <a data-shown-if="CONTACT" href={contact} className={className}>{t`Contact`}</a>
      )}
    </>
  );
}

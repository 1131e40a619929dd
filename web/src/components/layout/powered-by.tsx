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

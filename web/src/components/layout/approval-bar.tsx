import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { screens } from '@zapdeck/contract/instance/screens';
import { Link } from 'wouter';
import { approvalTitle } from '../../lib/approval-title.ts';

/** Says on every screen that the account is not approved, with a link to details. */
export default function ApprovalBar({ approval }: Pick<CurrentUser, 'approval'>) {
  return (
    <aside className="bg-amber-soft px-4 text-center text-sm font-semibold text-amber-ink">
      <Link
        href={screens.profile.path}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {approvalTitle(approval)}
      </Link>
    </aside>
  );
}

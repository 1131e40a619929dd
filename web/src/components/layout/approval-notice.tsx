import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { screens } from '@zapdeck/contract/instance/screens';
import { approvalTitle } from '../../lib/approval-title.ts';
import { say } from '../../lib/say.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from './notice.tsx';

/** Replaces screens for members while the account is not approved. */
export default function ApprovalNotice({ approval }: Pick<CurrentUser, 'approval'>) {
  return (
    <Notice title={approvalTitle(approval)} text={t`Your account is not approved. You can only look around.`}>
      <ButtonLink href={screens.profile.path}>{say(screens.profile.title)}</ButtonLink>
    </Notice>
  );
}

import { t } from '@lingui/core/macro';

/** Says that the link of a mail lacks its token. */
export const incompleteLink = () => t`This link is incomplete. Open it again from the email.`;

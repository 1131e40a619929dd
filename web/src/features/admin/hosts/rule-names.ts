import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { HostRuleKind } from '@zapdeck/contract/frames/hosts';

export const ruleNames: Record<HostRuleKind, MessageDescriptor> = {
  blocked: msg`Blocked`,
  trusted: msg`Trusted`,
};

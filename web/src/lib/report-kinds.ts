import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReportKind } from '@zapdeck/contract/moderation/reports';

export const reportKindLabels: Record<ReportKind, MessageDescriptor> = {
  broken: msg`Doesn’t work`,
  spam: msg`Spam or scam`,
  offensive: msg`Offensive`,
  copyright: msg`Copyright`,
  other: msg`Something else`,
};

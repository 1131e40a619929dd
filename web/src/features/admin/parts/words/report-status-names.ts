import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReportStatus } from '@zapdeck/contract/moderation/reports';

export const reportStatusNames: Record<ReportStatus, MessageDescriptor> = {
  pending: msg({ message: 'Pending', context: 'reports' }),
  reviewed: msg`Reviewed`,
  dismissed: msg`Dismissed`,
};

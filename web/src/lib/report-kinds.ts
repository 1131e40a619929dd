import type { ReportKind } from '@zapdeck/contract/reports';

/** The reasons for a report, as members choose and moderators read them. */
export const reportKindLabels: Record<ReportKind, string> = {
  broken: "Doesn't work",
  spam: 'Spam or scam',
  offensive: 'Offensive',
  copyright: 'Copyright',
  other: 'Something else',
};

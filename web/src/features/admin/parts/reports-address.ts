/** Where the reports of one app are decided on. */
export function reportsAddress(appId: string): string {
  return `/admin/reports?app=${appId}`;
}

/** Returns the address of the reports of an app. */
export function reportsAddress(appId: string): string {
  return `/admin/reports?app=${appId}`;
}

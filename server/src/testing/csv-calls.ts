/** Valid inputs for the endpoints that write CSV files. */
export const csvCalls = ({ appId, userId }: { appId: string; userId: string }) =>
  ({
    appsCsv: { query: { search: 'piano', status: 'approved', reach: 'all' } },
    pendingAppsCsv: { query: { search: 'piano', verdict: 'ok', age: '24h', category: 'Games' } },
    usersCsv: { query: { search: 'robin', role: 'regular', provider: 'email' } },
    reportsCsv: { query: { status: 'pending' } },
    auditLogCsv: { query: { actor: userId, action: 'app.edited', target: appId } },
    errorLogsCsv: { query: { type: 'CLIENT_ERROR', days: 7 } },
    reportedAppsCsv: { query: { status: 'open' } },
    changedAppsCsv: {},
    hostsCsv: { query: { search: 'example', rule: 'blocked' } },
    hostAppsCsv: { query: { host: 'example.org', status: 'all' } },
    cannedReasonsCsv: {},
    weightsHistoryCsv: {},
    algorithmHistoryCsv: {},
    advertisementHistoryCsv: {},
    moderationHistoryCsv: {},
    instanceHistoryCsv: {},
  }) as const;

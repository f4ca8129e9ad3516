/** The keys of what several screens and the live connection share: the path's segments, joined by slashes. */
export const queryKeys = {
  user: (id: string) => ['api', 'users', id] as const,
  stats: (id: string) => ['api', 'users', id, 'stats'] as const,
  transactions: (id: string) => ['api', 'users', id, 'transactions'] as const,
  sms: (id: string) => ['api', 'users', id, 'sms'] as const,
  numbers: (id: string) => ['api', 'users', id, 'did-numbers'] as const,
  numberHolds: ['api', 'did-numbers', 'holds'] as const,
  providers: ['api', 'telecom', 'providers'] as const,
  pendingPayments: ['api', 'admin', 'pending-payments'] as const,
  adminUsers: ['api', 'admin', 'users'] as const,
  webhooks: (id: string) => ['api', 'users', id, 'webhooks'] as const,
  adminStats: ['api', 'admin', 'stats'] as const,
  adminActivity: ['api', 'admin', 'activity'] as const,
};

/** The subjects under Settings that the palette finds by their names: the hash of their address, and the tab that has them. */
export const SETTINGS_SUBJECTS = [
  { hash: 'preferences', tab: 'preferences', title: 'settings.preferences.title' },
  { hash: 'people', tab: 'security', title: 'people.title' },
  { hash: 'password', tab: 'security', title: 'settings.password.title' },
  { hash: 'second-factor', tab: 'security', title: 'settings.secondFactor.title' },
  { hash: 'sessions', tab: 'security', title: 'settings.sessions.title' },
  { hash: 'api-keys', tab: 'security', title: 'settings.apiKeys.title' },
  { hash: 'data', tab: 'security', title: 'settings.data.title' },
  { hash: 'limits', tab: 'security', title: 'limits.title' },
  { hash: 'low-balance', tab: 'notifications', title: 'settings.lowBalance.title' },
] as const;
/** What an address may lead to: one of them, or the history of messages. */
export type SubjectName = (typeof SETTINGS_SUBJECTS)[number]['hash'] | 'history' | 'invoices' | 'billing-details';

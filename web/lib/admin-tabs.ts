/** The tabs of the control panel. */
export const ADMIN_TABS = [
  ...['overview', 'users', 'payments', 'calls', 'prices', 'figures', 'books', 'senders', 'papers', 'desk', 'settings'],
] as const;

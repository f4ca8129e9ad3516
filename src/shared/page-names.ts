/** The pages that an operator may write. */
export const PAGE_NAMES = ['terms', 'privacy', 'refunds', 'contact', 'company'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

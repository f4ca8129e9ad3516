/** What credit is spent on, in the order of the picture; a refund belongs to what it refunds. */
export const SPEND_KINDS = ['sms', 'voice', 'numbers', 'packages', 'reseller', 'other'] as const;
export type SpendKind = (typeof SPEND_KINDS)[number];

/** The kind of each type of transaction that spends; the others move credit and spend none. */
export const KIND_OF_TYPE: Readonly<Record<string, SpendKind>> = {
  sms_charge: 'sms',
  voice_charge: 'voice',
  did_purchase: 'numbers',
  voice_package: 'packages',
  reseller_package: 'reseller',
  other: 'other',
};

/** The longest statement that is made as PDF; a longer one is a matter for a spreadsheet. */
export const MOST_PDF_LINES = 20_000;

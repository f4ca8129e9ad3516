/** The uses of credit, in the order of the chart; a refund counts for the kind that it refunds. */
export const SPEND_KINDS = ['sms', 'voice', 'numbers', 'packages', 'reseller', 'other'] as const;
export type SpendKind = (typeof SPEND_KINDS)[number];

/** The kind of each transaction type that spends; all other types only move credit. */
export const KIND_OF_TYPE: Readonly<Record<string, SpendKind>> = {
  sms_charge: 'sms',
  voice_charge: 'voice',
  did_purchase: 'numbers',
  voice_package: 'packages',
  reseller_package: 'reseller',
  other: 'other',
};

/** The months that spend is shown for, with the present one. */
export const SPEND_MONTHS = 12;

/** The longest statement that is made as PDF; a longer one is better read in a spreadsheet. */
export const MOST_PDF_LINES = 20_000;

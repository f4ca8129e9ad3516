/** The price of one part to one recipient, in pounds; a reseller's rate holds while the package runs. */
export const SMS_RATES_GBP = { standard: '0.03', reseller: '0.02' } as const;

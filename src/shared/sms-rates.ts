/** The price of one part to one recipient, in pounds; a reseller's rate holds while the package runs. */
export const SMS_RATES_GBP = { standard: '0.03', reseller: '0.02' } as const;

/** The price of a message with a picture (MMS) to one recipient, in pounds, whatever its text. */
export const MMS_RATES_GBP = { standard: '0.12', reseller: '0.09' } as const;

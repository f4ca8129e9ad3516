/** A number written in digits, as money is on the wire. `Intl.NumberFormat` accepts such a text without rounding it. */
export type Decimal = `${number}`;

/** Tells whether a text is such a number. */
export const isDecimal = (text: string): text is Decimal => /^-?\d+(\.\d+)?$/.test(text);

/**
 * The highest price of a part, of a minute and of a connection, in pounds: a charge holds £9,999.99, and the
 * longest message has 24 parts, the longest call 60 minutes. Higher, nothing could be charged at it.
 */
export const MOST_PER_UNIT_GBP = 100;

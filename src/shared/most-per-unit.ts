/**
 * The highest price of a part, a minute or a connection, in pounds. A charge can be at most £9,999.99, the longest
 * message has 24 parts, and the longest call 60 minutes. With a higher price nothing could be charged.
 */
export const MOST_PER_UNIT_GBP = 100;

/**
 * So many times our standard price is the most that a reseller's customer pays, whatever the reseller has set: with no
 * bound, one message could carry any sum from a customer to the reseller.
 */
export const MOST_TIMES_OURS = 10;

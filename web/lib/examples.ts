/** Examples for a field's placeholder or hint; the same in every language. */
export const EXAMPLE_RECIPIENTS = '+447700900123\n+447700900456';
export const EXAMPLE_DESTINATION = '+44 7911 123456';
/** Amounts as a filter reads them. */
export const AMOUNT_EXAMPLES = { whole: '1000', pence: '49.50' } as const;

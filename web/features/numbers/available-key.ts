/** The key of a country's free numbers. */
export const availableKey = (country: string) => ['api', 'did-numbers', 'available', country] as const;

/** The keys of what a reseller reads of their customers. */
export const customerKeys = {
  list: (resellerId: string) => ['api', 'users', resellerId, 'customers'] as const,
  margins: (resellerId: string) => ['api', 'users', resellerId, 'margins'] as const,
  prices: (resellerId: string, customerId: string | null) =>
    customerId === null
      ? (['api', 'users', resellerId, 'price-list'] as const)
      : (['api', 'users', resellerId, 'customers', customerId, 'price-list'] as const),
  brand: (resellerId: string) => ['api', 'users', resellerId, 'brand'] as const,
};

/** The keys of what a reseller reads of their customers. */
export const customerKeys = {
  list: (resellerId: string) => ['api', 'users', resellerId, 'customers'] as const,
  margins: (resellerId: string) => ['api', 'users', resellerId, 'margins'] as const,
};

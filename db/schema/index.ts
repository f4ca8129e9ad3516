/** Every table, for the query builder and for the migrations. */
export * from './accounts.ts';
export * from './brands.ts';
export * from './customers.ts';
export * from './events.ts';
export * from './ledger.ts';
export * from './mail.ts';
export * from './messaging.ts';
export * from './numbers.ts';
export * from './packages.ts';
export * from './payments.ts';
export * from './providers.ts';
export * from './sign-in.ts';
export * from './templates.ts';
export * from './totals.ts';
export * from './uploads.ts';
export * from './voice.ts';
export * from './webhooks.ts';

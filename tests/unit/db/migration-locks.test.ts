import { locksOf } from '../../../db/migration-locks.ts';

const EXISTING = new Set(['users', 'transactions', 'quotes', 'voice_calls', 'sms_messages']);

test('tables that are altered are locked from everybody, those of triggers, indexes and foreign keys from writers', () => {
  const statements = [
    'CREATE TABLE "rate_imports" ("by" uuid NOT NULL)',
    'ALTER TABLE "rate_imports" ADD CONSTRAINT "c" FOREIGN KEY ("by") REFERENCES "public"."users"("id")',
    'ALTER TABLE "transactions" ADD COLUMN "submitted_at" timestamp',
    'CREATE INDEX "transactions_receipt" ON "transactions" USING btree ("receipt_image")',
    'CREATE INDEX "quotes_open" ON public.quotes (expires_at)',
    'create trigger counted after insert on voice_calls for each row execute function count_it()',
    'update sms_messages set parts = 1',
  ];
  expect(locksOf(statements, EXISTING)).toEqual([
    { table: 'transactions', mode: 'access exclusive' },
    { table: 'users', mode: 'share row exclusive' },
    { table: 'quotes', mode: 'share row exclusive' },
    { table: 'voice_calls', mode: 'share row exclusive' },
  ]);
});

test('an altered table that is also referred to is locked once, from everybody', () => {
  const statements = [
    'ALTER TABLE users ADD COLUMN a text',
    'ALTER TABLE quotes ADD FOREIGN KEY (by) REFERENCES users',
  ];
  expect(locksOf(statements, EXISTING)).toEqual([
    { table: 'users', mode: 'access exclusive' },
    { table: 'quotes', mode: 'access exclusive' },
  ]);
});

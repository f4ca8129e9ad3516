ALTER TABLE "users" ADD COLUMN "call_remainder" numeric(6, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "supplier_remainder" numeric(6, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "exact_cost" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_call_remainder" CHECK ("users"."call_remainder" >= 0 and "users"."call_remainder" < 0.01);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_supplier_remainder" CHECK ("users"."supplier_remainder" >= 0 and "users"."supplier_remainder" < 0.02);--> statement-breakpoint
CREATE TRIGGER "users_remainders_by_ledger" BEFORE UPDATE OF "call_remainder", "supplier_remainder" ON "users" FOR EACH ROW EXECUTE FUNCTION ledger_only();

CREATE TABLE "debt_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"owed_after" numeric(12, 2) NOT NULL,
	"transaction_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "debt_entries_owed_not_negative" CHECK ("debt_entries"."owed_after" >= 0)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "owed" numeric(12, 2) DEFAULT 0.00 NOT NULL;--> statement-breakpoint
ALTER TABLE "debt_entries" ADD CONSTRAINT "debt_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debt_entries" ADD CONSTRAINT "debt_entries_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "debt_entries_user" ON "debt_entries" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "debt_entries_once" ON "debt_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "users_owing" ON "users" USING btree ("id") WHERE "users"."owed" > 0;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_owed_not_negative" CHECK ("users"."owed" >= 0);
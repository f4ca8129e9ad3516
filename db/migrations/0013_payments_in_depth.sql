CREATE TABLE "payment_approvals" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"approved_by" uuid NOT NULL,
	"approved_at" timestamp (3) with time zone NOT NULL,
	"cryptocurrency" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"received_amount" numeric(10, 2),
	"received_crypto_amount" text,
	CONSTRAINT "payment_approvals_received" CHECK ("payment_approvals"."received_amount" is not null or "payment_approvals"."received_crypto_amount" is null)
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "received_amount" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "received_crypto_amount" text;--> statement-breakpoint
ALTER TABLE "payment_approvals" ADD CONSTRAINT "payment_approvals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_approvals" ADD CONSTRAINT "payment_approvals_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_approvals_by" ON "payment_approvals" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "transactions_decided_payments" ON "transactions" USING btree ("settled_at","id") WHERE "transactions"."cryptocurrency" is not null and "transactions"."status" in ('verified', 'failed');--> statement-breakpoint
CREATE INDEX "transactions_payments_of_user" ON "transactions" USING btree ("user_id","id") WHERE "transactions"."cryptocurrency" is not null;--> statement-breakpoint
CREATE INDEX "transactions_payment_hash" ON "transactions" USING btree ("transaction_hash" text_pattern_ops) WHERE "transactions"."cryptocurrency" is not null;--> statement-breakpoint
CREATE INDEX "transactions_settles" ON "transactions" USING btree ("settles_transaction_id") WHERE "transactions"."settles_transaction_id" is not null;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_received" CHECK (("transactions"."received_amount" is null and "transactions"."received_crypto_amount" is null)
        or ("transactions"."received_amount" is not null and "transactions"."received_amount" > 0 and "transactions"."status" = 'verified'));
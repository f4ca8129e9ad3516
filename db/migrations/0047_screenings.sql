CREATE TABLE "payment_screenings" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"transaction_hash" text NOT NULL,
	"verdict" text NOT NULL,
	"reason" text,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"next_ask_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "chain_evidence" ADD COLUMN "senders" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_screenings" ADD CONSTRAINT "payment_screenings_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_screenings_due" ON "payment_screenings" USING btree ("next_ask_at") WHERE "payment_screenings"."next_ask_at" is not null;
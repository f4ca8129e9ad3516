CREATE TABLE "chain_evidence" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"transaction_hash" text NOT NULL,
	"verdict" text DEFAULT 'inconclusive' NOT NULL,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"found_at" timestamp (3) with time zone,
	"confirmations" integer DEFAULT 0 NOT NULL,
	"confirmations_wanted" integer NOT NULL,
	"arrived" text,
	"arrived_value" numeric(10, 2),
	"block_time" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"source" text,
	"fault" text,
	"next_check_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "chain_evidence" ADD CONSTRAINT "chain_evidence_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chain_evidence_due" ON "chain_evidence" USING btree ("next_check_at") WHERE "chain_evidence"."next_check_at" is not null;
CREATE TABLE "auto_verifications" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"obstacle" text,
	"verified_at" timestamp (3) with time zone,
	"amount" numeric(10, 2),
	"evidence" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auto_verifications" ADD CONSTRAINT "auto_verifications_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auto_verifications_verified" ON "auto_verifications" USING btree ("verified_at") WHERE "auto_verifications"."verified_at" is not null;
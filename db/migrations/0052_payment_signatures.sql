CREATE TABLE "payment_signatures" (
	"transaction_id" uuid NOT NULL,
	"address" text NOT NULL,
	"message" text NOT NULL,
	"signature" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_signatures_transaction_id_address_pk" PRIMARY KEY("transaction_id","address")
);
--> statement-breakpoint
ALTER TABLE "payment_signatures" ADD CONSTRAINT "payment_signatures_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
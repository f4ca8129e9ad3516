CREATE TABLE "proof_differences" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid,
	"expected" text,
	"found" text,
	"part" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"kind" text PRIMARY KEY NOT NULL,
	"proved_at" timestamp (3) with time zone NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"previous_seq" bigint DEFAULT 0 NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"next" jsonb,
	"began_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "proof_differences_open" ON "proof_differences" USING btree ("rule","subject") WHERE "proof_differences"."cleared_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_messages_transaction" ON "sms_messages" USING btree ("transaction_id");
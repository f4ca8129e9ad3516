CREATE TABLE "wallet_positions" (
	"cryptocurrency" text NOT NULL,
	"address" text NOT NULL,
	"position" jsonb,
	"height" integer,
	"moved_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"next_look_at" timestamp (3) with time zone NOT NULL,
	"in_use_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_positions_cryptocurrency_address_pk" PRIMARY KEY("cryptocurrency","address")
);
--> statement-breakpoint
CREATE TABLE "wallet_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cryptocurrency" text NOT NULL,
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"output_index" integer,
	"amount" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"block_time" timestamp (3) with time zone,
	"confirmations" integer NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"watched" boolean NOT NULL,
	"transaction_id" uuid,
	"dismissed_at" timestamp (3) with time zone,
	"dismissed_by" uuid,
	"reason" text,
	CONSTRAINT "wallet_transfers_output_index" CHECK ("wallet_transfers"."output_index" >= 0),
	CONSTRAINT "wallet_transfers_dismissed" CHECK (("wallet_transfers"."dismissed_at" is null) = ("wallet_transfers"."dismissed_by" is null))
);
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "settles_transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "wallet_transfers" ADD CONSTRAINT "wallet_transfers_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_transfers" ADD CONSTRAINT "wallet_transfers_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_transfers_output_once" ON "wallet_transfers" USING btree ("chain","transaction_hash",coalesce("output_index", -1));--> statement-breakpoint
CREATE INDEX "wallet_transfers_watched" ON "wallet_transfers" USING btree ("cryptocurrency","address") WHERE "wallet_transfers"."watched";--> statement-breakpoint
CREATE INDEX "wallet_transfers_transaction" ON "wallet_transfers" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "wallet_transfers_dismissed_by" ON "wallet_transfers" USING btree ("dismissed_by");
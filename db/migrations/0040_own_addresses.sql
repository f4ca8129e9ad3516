CREATE TABLE "own_addresses" (
	"key_id" text NOT NULL,
	"index" integer NOT NULL,
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"user_id" uuid NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "own_addresses_key_id_index_pk" PRIMARY KEY("key_id","index"),
	CONSTRAINT "own_addresses_index" CHECK ("own_addresses"."index" > 0)
);
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "own_address" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_positions" ADD COLUMN "is_own_address" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "own_addresses" ADD CONSTRAINT "own_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "own_addresses_once" ON "own_addresses" USING btree ("chain","address");--> statement-breakpoint
CREATE INDEX "own_addresses_user" ON "own_addresses" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "quotes_own_address" ON "quotes" USING btree ("cryptocurrency","created_at") WHERE "quotes"."own_address";--> statement-breakpoint
CREATE INDEX "wallet_transfers_address" ON "wallet_transfers" USING btree ("address");
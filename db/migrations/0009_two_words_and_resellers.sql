CREATE TABLE "given_up_hosts" (
	"host_name" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"given_up_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_words" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"wanted" jsonb NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"agreed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_by_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "given_up_hosts" ADD CONSTRAINT "given_up_hosts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_words" ADD CONSTRAINT "second_words_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_words" ADD CONSTRAINT "second_words_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "second_words_waiting" ON "second_words" USING btree ("id") WHERE "second_words"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "second_words_one_waiting" ON "second_words" USING btree ("kind",lower("subject")) WHERE "second_words"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "transactions_transfers" ON "transactions" USING btree ("user_id") WHERE "transactions"."counterpart_transaction_id" is not null;
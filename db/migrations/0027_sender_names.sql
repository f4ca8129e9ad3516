CREATE TABLE "proven_numbers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	"code" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"message_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"proven_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sender_names" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"reason" text,
	"registered_in" text[] DEFAULT '{}' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "says" text;--> statement-breakpoint
ALTER TABLE "proven_numbers" ADD CONSTRAINT "proven_numbers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_names" ADD CONSTRAINT "sender_names_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_names" ADD CONSTRAINT "sender_names_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proven_numbers_one" ON "proven_numbers" USING btree ("user_id","number") WHERE "proven_numbers"."proven_at" is not null;--> statement-breakpoint
CREATE INDEX "proven_numbers_user" ON "proven_numbers" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "proven_numbers_message" ON "proven_numbers" USING btree ("message_id") WHERE "proven_numbers"."message_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sender_names_one" ON "sender_names" USING btree ("user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "sender_names_queue" ON "sender_names" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "sender_names_name" ON "sender_names" USING btree (lower("name"));
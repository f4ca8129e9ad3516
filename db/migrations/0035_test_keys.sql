CREATE TABLE "test_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"message" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "daily_limit" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "spent_today" numeric(12, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "spent_on" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "cheaper_spelling" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "test_messages" ADD CONSTRAINT "test_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "test_messages_user" ON "test_messages" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "test_messages_created" ON "test_messages" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_daily_limit" CHECK ("api_keys"."daily_limit" is null or "api_keys"."spent_today" <= "api_keys"."daily_limit");
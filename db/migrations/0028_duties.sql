CREATE TABLE "account_notes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"note" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "duty" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "duty_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_notes" ADD CONSTRAINT "account_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
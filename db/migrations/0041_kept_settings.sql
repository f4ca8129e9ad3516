CREATE TABLE "kept_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_value" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "kept_settings" ADD CONSTRAINT "kept_settings_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE TABLE "setting_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"about" text NOT NULL,
	"before" text,
	"after" text,
	"source" text NOT NULL,
	"holds_from" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid NOT NULL,
	"asked_by" uuid
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"value" text,
	"next" text,
	"holds_from" timestamp (3) with time zone,
	CONSTRAINT "settings_name_about_pk" PRIMARY KEY("name","about"),
	CONSTRAINT "settings_next_announced" CHECK ("settings"."next" is null or "settings"."holds_from" is not null)
);
--> statement-breakpoint
ALTER TABLE "setting_changes" ADD CONSTRAINT "setting_changes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting_changes" ADD CONSTRAINT "setting_changes_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "setting_changes_setting" ON "setting_changes" USING btree ("name","about","id");
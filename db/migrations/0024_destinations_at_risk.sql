CREATE TABLE "spend_hours" (
	"user_id" uuid NOT NULL,
	"code" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"spent" numeric(12, 2) NOT NULL,
	CONSTRAINT "spend_hours_user_id_code_hour_pk" PRIMARY KEY("user_id","code","hour")
);
--> statement-breakpoint
CREATE TABLE "sudden_rises" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code" text NOT NULL,
	"spent" numeric(12, 2) NOT NULL,
	"usual" numeric(12, 2) NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL,
	"resumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "opened_destinations" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stopped_codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "calls_at_once" integer;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "package_rate" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "counted" numeric(12, 4);--> statement-breakpoint
ALTER TABLE "spend_hours" ADD CONSTRAINT "spend_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sudden_rises" ADD CONSTRAINT "sudden_rises_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spend_hours_hour" ON "spend_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "sudden_rises_user" ON "sudden_rises" USING btree ("user_id","code","stopped_at");--> statement-breakpoint
CREATE INDEX "users_spent_on" ON "users" USING btree ("spent_on") WHERE "users"."spent_on" is not null;
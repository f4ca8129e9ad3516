CREATE TABLE "usage_totals" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"until_id" uuid NOT NULL,
	"sms_sent" bigint NOT NULL,
	"voice_minutes" bigint NOT NULL,
	"reseller_sms_paid" numeric(16, 4) NOT NULL,
	"reseller_minutes_paid" numeric(16, 4) NOT NULL,
	"reseller_minutes" bigint NOT NULL,
	"reseller_numbers_paid" numeric(16, 2) NOT NULL,
	"reseller_numbers" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_totals" ADD CONSTRAINT "usage_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
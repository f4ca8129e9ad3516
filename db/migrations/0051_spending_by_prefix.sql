CREATE TABLE "spend_prefixes" (
	"user_id" uuid NOT NULL,
	"service" text NOT NULL,
	"prefix" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"deck_id" uuid,
	"spent" numeric(12, 2) NOT NULL,
	CONSTRAINT "spend_prefixes_user_id_service_prefix_hour_pk" PRIMARY KEY("user_id","service","prefix","hour")
);
--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "price_prefix" text;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "price_prefix" text;--> statement-breakpoint
ALTER TABLE "spend_prefixes" ADD CONSTRAINT "spend_prefixes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spend_prefixes_hour" ON "spend_prefixes" USING btree ("hour","user_id");
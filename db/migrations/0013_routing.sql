CREATE TABLE "route_orders" (
	"service" text PRIMARY KEY NOT NULL,
	"by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "route_outcomes" (
	"service" text NOT NULL,
	"carrier" text NOT NULL,
	"prefix" text NOT NULL,
	"outcomes" text NOT NULL,
	CONSTRAINT "route_outcomes_service_carrier_prefix_pk" PRIMARY KEY("service","carrier","prefix")
);
--> statement-breakpoint
ALTER TABLE "sms_attempts" ADD COLUMN "route_by" text;--> statement-breakpoint
ALTER TABLE "sms_attempts" ADD COLUMN "route_cost" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "route_to" text;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "route_by" text;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "route_cost" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "route_prefix" text;--> statement-breakpoint
ALTER TABLE "rate_decks" ADD COLUMN "below_cost" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "route_by" text;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "route_rate" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "route_prefix" text;
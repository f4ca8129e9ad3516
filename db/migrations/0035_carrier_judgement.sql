CREATE TABLE "provider_failures" (
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account" uuid NOT NULL,
	"lowest" text NOT NULL,
	"highest" text NOT NULL,
	CONSTRAINT "provider_failures_name_at_account_pk" PRIMARY KEY("name","at","account")
);
--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "setbacks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_gates" ADD COLUMN "rate" double precision;--> statement-breakpoint
ALTER TABLE "provider_gates" ADD COLUMN "slowed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_gates" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_gates" ADD COLUMN "cap" integer;--> statement-breakpoint
ALTER TABLE "provider_health" ADD COLUMN "healthy_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "provider_state" ADD COLUMN "preferred" text;
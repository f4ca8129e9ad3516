CREATE TABLE "carrier_accounts" (
	"name" text PRIMARY KEY NOT NULL,
	"adapter" text NOT NULL,
	"sealed_settings" text NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);

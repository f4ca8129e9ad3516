CREATE TABLE "carrier_callbacks" (
	"digest" text PRIMARY KEY NOT NULL,
	"stale_at" timestamp (3) with time zone NOT NULL
);

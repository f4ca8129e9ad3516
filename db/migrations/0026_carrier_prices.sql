CREATE TABLE "carrier_prices" (
	"service" text NOT NULL,
	"unit_id" uuid NOT NULL,
	"message_id" uuid,
	"carrier" text NOT NULL,
	"carrier_unit_id" text NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"price" text,
	"currency" text,
	"rate" text,
	"said_at" timestamp (3) with time zone,
	CONSTRAINT "carrier_prices_service_unit_id_pk" PRIMARY KEY("service","unit_id")
);
--> statement-breakpoint
CREATE TABLE "currency_rates" (
	"currency" text PRIMARY KEY NOT NULL,
	"pounds" text NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "carrier_prices_due" ON "carrier_prices" USING btree ("service","due_at") WHERE "carrier_prices"."due_at" is not null;
CREATE TABLE "provider_balances" (
	"name" text PRIMARY KEY NOT NULL,
	"amount" text NOT NULL,
	"currency" text NOT NULL,
	"is_low" boolean NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_losses" (
	"day" date NOT NULL,
	"code" text NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "figure_losses_day_code_pk" PRIMARY KEY("day","code")
);

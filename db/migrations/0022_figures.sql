CREATE TABLE "figure_changes" (
	"day" date NOT NULL,
	"service" text NOT NULL,
	"user_id" uuid NOT NULL,
	"carrier" text NOT NULL,
	"code" text NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"revenue" numeric(16, 4) DEFAULT 0 NOT NULL,
	"cost" numeric(16, 4) DEFAULT 0 NOT NULL,
	"uncosted" bigint DEFAULT 0 NOT NULL,
	"charged" numeric(16, 4) DEFAULT 0 NOT NULL,
	"listed" numeric(16, 4) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figures" (
	"by" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"service" text NOT NULL,
	"units" bigint DEFAULT 0 NOT NULL,
	"revenue" numeric(16, 4) DEFAULT 0 NOT NULL,
	"cost" numeric(16, 4) DEFAULT 0 NOT NULL,
	"uncosted" bigint DEFAULT 0 NOT NULL,
	"charged" numeric(16, 4) DEFAULT 0 NOT NULL,
	"listed" numeric(16, 4) DEFAULT 0 NOT NULL,
	CONSTRAINT "figures_by_day_key_service_pk" PRIMARY KEY("by","day","key","service")
);
--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "list_cost" numeric(12, 4);--> statement-breakpoint
CREATE INDEX "figures_of" ON "figures" USING btree ("by","key","day");
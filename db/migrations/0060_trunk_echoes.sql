CREATE TABLE "trunk_echoes" (
	"package_id" uuid PRIMARY KEY NOT NULL,
	"call_id" uuid NOT NULL,
	"sip_call_id" text NOT NULL,
	"source" text NOT NULL,
	"called_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"sip_status" integer,
	"heard" integer,
	"sent" integer,
	CONSTRAINT "trunk_echoes_callId_unique" UNIQUE("call_id")
);
--> statement-breakpoint
ALTER TABLE "sip"."reports" ADD COLUMN "heard" integer;--> statement-breakpoint
ALTER TABLE "sip"."reports" ADD COLUMN "sent" integer;--> statement-breakpoint
ALTER TABLE "trunk_echoes" ADD CONSTRAINT "trunk_echoes_package_id_voice_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."voice_packages"("id") ON DELETE no action ON UPDATE no action;
CREATE TABLE "sender_gates" (
	"name" text NOT NULL,
	"sender" text NOT NULL,
	"rate" double precision NOT NULL,
	"allowance" double precision NOT NULL,
	"refilled_at" timestamp with time zone NOT NULL,
	"slowed_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone NOT NULL,
	CONSTRAINT "sender_gates_name_sender_pk" PRIMARY KEY("name","sender")
);
--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "validity_minutes" integer;
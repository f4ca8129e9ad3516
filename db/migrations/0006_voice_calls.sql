CREATE TABLE "call_recordings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"call_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_recording_id" text NOT NULL,
	"status" text NOT NULL,
	"duration" integer,
	"content_type" text,
	"bytes" integer,
	"storage_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"reference" text NOT NULL,
	"caller_id" text NOT NULL,
	"destination" text NOT NULL,
	"record" boolean NOT NULL,
	"time_limit" integer NOT NULL,
	"outcome" text NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"rings_at" timestamp (3) with time zone NOT NULL,
	"answers_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	"tell_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "ivr_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "call_forwarding" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "forwarding_number" text;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "voicemail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "conference_call" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "rate" numeric(8, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "max_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "package_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "actual_cost" numeric(8, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "set_aside" numeric(8, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "carrier_cost" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "provider_call_id" text;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "hang_up_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "call_recordings" ADD CONSTRAINT "call_recordings_call_id_voice_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."voice_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "call_recordings_once" ON "call_recordings" USING btree ("provider","provider_recording_id");--> statement-breakpoint
CREATE INDEX "call_recordings_call" ON "call_recordings" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "call_recordings_due" ON "call_recordings" USING btree ("due_at") WHERE "call_recordings"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_calls_reference" ON "sandbox_calls" USING btree ("carrier","reference");--> statement-breakpoint
CREATE INDEX "sandbox_calls_tell" ON "sandbox_calls" USING btree ("tell_at");--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_calls_due" ON "voice_calls" USING btree ("due_at") WHERE "voice_calls"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "voice_calls_provider_call" ON "voice_calls" USING btree ("provider","provider_call_id") WHERE "voice_calls"."provider_call_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "voice_calls_transaction" ON "voice_calls" USING btree ("transaction_id");--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_settled" CHECK ("voice_calls"."ended_at" is null or "voice_calls"."set_aside" = 0);--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_billed" CHECK ("voice_calls"."package_minutes" between 0 and "voice_calls"."billed_minutes");--> statement-breakpoint
UPDATE "voice_calls" SET "ended_at" = "called_at", "actual_cost" = "cost";

CREATE TABLE "blocked_callers" (
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocked_callers_user_id_number_pk" PRIMARY KEY("user_id","number")
);
--> statement-breakpoint
CREATE TABLE "incoming_calls" (
	"call_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_call_id" text NOT NULL,
	"steps" jsonb NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"leg_id" uuid,
	"outcome" text DEFAULT 'ringing' NOT NULL,
	"not_forwarded" text,
	"transcript" text
);
--> statement-breakpoint
CREATE TABLE "sandbox_callers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"from_number" text NOT NULL,
	"to_number" text NOT NULL,
	"presses" text DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "mail_calls" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "answer_plan" jsonb;--> statement-breakpoint
ALTER TABLE "sandbox_calls" ADD COLUMN "step" integer;--> statement-breakpoint
ALTER TABLE "sandbox_calls" ADD COLUMN "presses" text;--> statement-breakpoint
ALTER TABLE "blocked_callers" ADD CONSTRAINT "blocked_callers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_calls" ADD CONSTRAINT "incoming_calls_call_id_voice_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."voice_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_calls" ADD CONSTRAINT "incoming_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_calls_once" ON "incoming_calls" USING btree ("provider","provider_call_id");--> statement-breakpoint
CREATE INDEX "incoming_calls_user" ON "incoming_calls" USING btree ("user_id","call_id");--> statement-breakpoint
CREATE INDEX "sandbox_callers_due" ON "sandbox_callers" USING btree ("due_at");
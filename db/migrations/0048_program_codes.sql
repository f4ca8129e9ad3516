CREATE TABLE "verification_sends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"verification_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"message_id" uuid,
	"call_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	"country" text,
	"language" text NOT NULL,
	"sender" text NOT NULL,
	"status" text NOT NULL,
	"code_hash" text NOT NULL,
	"sealed_code" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"sends" integer DEFAULT 0 NOT NULL,
	"last_sent_at" timestamp (3) with time zone NOT NULL,
	"fell_back" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "verification_sends" ADD CONSTRAINT "verification_sends_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_sends_of" ON "verification_sends" USING btree ("verification_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_sends_message" ON "verification_sends" USING btree ("message_id") WHERE "verification_sends"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "verifications_page" ON "verifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "verifications_number" ON "verifications" USING btree ("user_id","number","last_sent_at");--> statement-breakpoint
CREATE INDEX "verifications_open" ON "verifications" USING btree ("expires_at") WHERE "verifications"."status" = 'pending';
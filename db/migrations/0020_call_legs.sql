ALTER TABLE "sandbox_calls" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_parent_id_voice_calls_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."voice_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_calls_legs" ON "voice_calls" USING btree ("parent_id") WHERE "voice_calls"."parent_id" is not null;
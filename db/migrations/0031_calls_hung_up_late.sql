DROP INDEX "voice_calls_provider_call";--> statement-breakpoint
DROP INDEX "voice_calls_due";--> statement-breakpoint
CREATE INDEX "voice_calls_due" ON "voice_calls" USING btree ("due_at") WHERE "voice_calls"."due_at" is not null;
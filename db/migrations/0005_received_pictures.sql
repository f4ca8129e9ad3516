CREATE TABLE "received_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"address" text NOT NULL,
	"content_type" text,
	"bytes" integer,
	"status" text NOT NULL,
	"storage_key" text,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "received_pictures" ADD CONSTRAINT "received_pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "received_pictures_message" ON "received_pictures" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "received_pictures_owner" ON "received_pictures" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "received_pictures_due" ON "received_pictures" USING btree ("due_at") WHERE "received_pictures"."due_at" is not null;
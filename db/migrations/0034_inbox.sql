CREATE TABLE "conversation_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"incoming" boolean NOT NULL,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"provider" text,
	"provider_message_id" text,
	"message_id" uuid
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"own_number" text NOT NULL,
	"other_number" text NOT NULL,
	"name" text,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_text" text NOT NULL,
	"last_incoming" boolean NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_parts" (
	"provider" text NOT NULL,
	"from_number" text NOT NULL,
	"to_number" text NOT NULL,
	"reference" text NOT NULL,
	"part" integer NOT NULL,
	"parts" integer NOT NULL,
	"text" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "received_parts_provider_from_number_to_number_reference_part_pk" PRIMARY KEY("provider","from_number","to_number","reference","part")
);
--> statement-breakpoint
CREATE TABLE "sandbox_incoming" (
	"id" uuid PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"from_number" text NOT NULL,
	"to_number" text NOT NULL,
	"text" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_messages_page" ON "conversation_messages" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "conversation_messages_received" ON "conversation_messages" USING btree ("user_id","id") WHERE "conversation_messages"."incoming";--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_messages_once" ON "conversation_messages" USING btree ("provider","provider_message_id") WHERE "conversation_messages"."provider_message_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_pair" ON "conversations" USING btree ("user_id","own_number","other_number");--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" USING btree ("user_id","last_at","id");--> statement-breakpoint
CREATE INDEX "received_parts_age" ON "received_parts" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "sandbox_incoming_due" ON "sandbox_incoming" USING btree ("due_at");
CREATE TABLE "auto_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"message_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "opt_out_texts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stop" text,
	"start" text,
	"help" text
);
--> statement-breakpoint
CREATE TABLE "opt_outs" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	"source" text NOT NULL,
	"word" text,
	"own_number" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "opt_outs_user_id_number_pk" PRIMARY KEY("user_id","number")
);
--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "opted_out_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "auto_replies" ADD CONSTRAINT "auto_replies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_replies" ADD CONSTRAINT "auto_replies_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_out_texts" ADD CONSTRAINT "opt_out_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opt_outs" ADD CONSTRAINT "opt_outs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auto_replies_page" ON "auto_replies" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "auto_replies_lately" ON "auto_replies" USING btree ("conversation_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "auto_replies_message" ON "auto_replies" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "opt_outs_page" ON "opt_outs" USING btree ("user_id","id");
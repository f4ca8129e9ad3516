CREATE TABLE "answer_rules" (
	"number_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"rules" jsonb NOT NULL,
	"office" jsonb,
	"answers_per_day" integer
);
--> statement-breakpoint
ALTER TABLE "auto_replies" ADD COLUMN "recipient" text;--> statement-breakpoint
ALTER TABLE "auto_replies" ADD COLUMN "keyword" text;--> statement-breakpoint
ALTER TABLE "answer_rules" ADD CONSTRAINT "answer_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_rules_user" ON "answer_rules" USING btree ("user_id");
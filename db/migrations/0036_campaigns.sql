CREATE TABLE "campaign_slices" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"campaign_id" uuid NOT NULL,
	"country" text NOT NULL,
	"variant" smallint NOT NULL,
	"after" uuid NOT NULL,
	"until" uuid NOT NULL,
	"contacts" integer NOT NULL,
	"is_over" boolean DEFAULT false NOT NULL,
	"refusal" text
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sender_id" text NOT NULL,
	"texts" text[] NOT NULL,
	"lists" text[] NOT NULL,
	"again_of" uuid,
	"start_at" timestamp (3) with time zone NOT NULL,
	"is_local" boolean NOT NULL,
	"quiet_hours" boolean NOT NULL,
	"short_links" boolean NOT NULL,
	"per_minute" integer NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"countries_left" text[] NOT NULL,
	"contacts" integer NOT NULL,
	"last_contact" uuid NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "short_links" (
	"code" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"number" text NOT NULL,
	"url" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"first_click_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaign_slices" ADD CONSTRAINT "campaign_slices_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "short_links" ADD CONSTRAINT "short_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "short_links" ADD CONSTRAINT "short_links_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_slices_place" ON "campaign_slices" USING btree ("campaign_id","country","until");--> statement-breakpoint
CREATE INDEX "campaign_slices_waiting" ON "campaign_slices" USING btree ("campaign_id") WHERE not "campaign_slices"."is_over";--> statement-breakpoint
CREATE INDEX "campaigns_user" ON "campaigns" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" USING btree ("next_at") WHERE "campaigns"."status" = 'running';--> statement-breakpoint
CREATE INDEX "short_links_campaign" ON "short_links" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "short_links_number" ON "short_links" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "short_links_age" ON "short_links" USING btree ("created_at");
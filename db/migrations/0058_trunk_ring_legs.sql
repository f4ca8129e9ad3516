CREATE TABLE "trunk_rings" (
	"leg_id" uuid PRIMARY KEY NOT NULL,
	"package_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"dialog" text
);
--> statement-breakpoint
ALTER TABLE "trunk_rings" ADD CONSTRAINT "trunk_rings_leg_id_voice_calls_id_fk" FOREIGN KEY ("leg_id") REFERENCES "public"."voice_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trunk_rings" ADD CONSTRAINT "trunk_rings_package_id_voice_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."voice_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trunk_rings_package" ON "trunk_rings" USING btree ("package_id");
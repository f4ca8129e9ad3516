CREATE TABLE "trunk_registrations" (
	"package_id" uuid PRIMARY KEY NOT NULL,
	"told" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trunk_registrations" ADD CONSTRAINT "trunk_registrations_package_id_voice_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."voice_packages"("id") ON DELETE no action ON UPDATE no action;
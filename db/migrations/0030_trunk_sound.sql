ALTER TABLE "voice_packages" ADD COLUMN "codecs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_packages" ADD COLUMN "recorded" boolean DEFAULT false NOT NULL;
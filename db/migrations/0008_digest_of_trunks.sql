ALTER TABLE "sip_credentials" ADD COLUMN "digest_algorithm" text DEFAULT 'MD5' NOT NULL;--> statement-breakpoint
CREATE VIEW "sip"."digests" AS (select username as key_name, 0 as key_type, 0 as value_type, digest_algorithm as key_value, 0 as expires
      from public.sip_credentials where digest_algorithm <> 'MD5');
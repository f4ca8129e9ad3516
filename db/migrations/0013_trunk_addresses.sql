CREATE TABLE "trunk_addresses" (
	"package_id" uuid NOT NULL,
	"network" "cidr" NOT NULL,
	"prefix" text DEFAULT '' NOT NULL,
	"over_udp" boolean DEFAULT false NOT NULL,
	CONSTRAINT "trunk_addresses_package_id_network_pk" PRIMARY KEY("package_id","network")
);
--> statement-breakpoint
ALTER TABLE "trunk_addresses" ADD CONSTRAINT "trunk_addresses_package_id_voice_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."voice_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trunk_addresses_network" ON "trunk_addresses" USING gist ("network" inet_ops);--> statement-breakpoint
CREATE VIEW "sip"."address" AS (select row_number() over () as id, case when over_udp then 1 else 2 end as grp, host(network)::varchar as ip_addr,
      masklen(network) as mask, 0 as port, string_agg('tl' || right(package_id::text, 12), ' ')::varchar as tag
      from public.trunk_addresses group by network, over_udp);--> statement-breakpoint
CREATE OR REPLACE VIEW "sip"."version" AS (select * from (values ('location', 9), ('dialog', 7), ('dialog_vars', 1), ('address', 6)) as v (table_name, table_version));
CREATE TABLE "price_changes" (
	"xid" "xid8" PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- A row for each transaction and no row that two of them write, so that nobody waits for another's import of a price list.
CREATE FUNCTION note_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO price_changes (xid, at) VALUES (pg_current_xact_id(), clock_timestamp()) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "settings_change_prices" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings"
FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "rate_uses_change_prices" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "rate_uses"
FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "rate_decks_change_prices" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "rate_decks"
FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "rate_rows_change_prices" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "rate_rows"
FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "route_orders_change_prices" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "route_orders"
FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "price_lists_change_prices" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "price_lists"
FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "account_prices_change_prices" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "account_prices"
FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "provider_state_change_prices" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "provider_state"
FOR EACH STATEMENT EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "provider_health_changes_order" AFTER INSERT OR DELETE ON "provider_health"
FOR EACH ROW EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "provider_health_change_order" AFTER UPDATE ON "provider_health"
FOR EACH ROW WHEN (OLD.healthy <> NEW.healthy) EXECUTE FUNCTION note_price_change();
--> statement-breakpoint
CREATE TRIGGER "users_change_prices" AFTER UPDATE OF "role", "reseller_id", "reseller_expires_at" ON "users"
FOR EACH ROW WHEN ((OLD.role, OLD.reseller_id, OLD.reseller_expires_at) IS DISTINCT FROM (NEW.role, NEW.reseller_id, NEW.reseller_expires_at))
EXECUTE FUNCTION note_price_change();

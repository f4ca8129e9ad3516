-- Balances and ledger entries are written by the ledger's own statements; PostgreSQL refuses the rest. A
-- statement of the ledger says so by calling as_ledger(), which holds for this one statement only: a setting
-- of the transaction, with the moment at which the client sent the statement in it.
CREATE FUNCTION "as_ledger"() RETURNS boolean LANGUAGE sql VOLATILE AS $$
	SELECT set_config('topline.ledger', statement_timestamp()::text, true) IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION "ledger_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('topline.ledger', true) IS DISTINCT FROM statement_timestamp()::text THEN
		RAISE EXCEPTION 'only the ledger writes balances and entries' USING ERRCODE = '42501';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "entries_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'ledger entries are neither changed nor deleted' USING ERRCODE = '42501';
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_credits_by_ledger" BEFORE UPDATE OF "credits" ON "users" FOR EACH ROW
	WHEN (OLD."credits" IS DISTINCT FROM NEW."credits") EXECUTE FUNCTION "ledger_only"();--> statement-breakpoint
CREATE TRIGGER "users_begin_without_credits" BEFORE INSERT ON "users" FOR EACH ROW
	WHEN (NEW."credits" <> 0) EXECUTE FUNCTION "ledger_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_by_ledger" BEFORE INSERT ON "ledger_entries" FOR EACH ROW
	EXECUTE FUNCTION "ledger_only"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_stay" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW
	EXECUTE FUNCTION "entries_stay"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_stay_whole" BEFORE TRUNCATE ON "ledger_entries" FOR EACH STATEMENT
	EXECUTE FUNCTION "entries_stay"();

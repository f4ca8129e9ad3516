CREATE TABLE "contact_lists" (
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"contacts" integer NOT NULL,
	CONSTRAINT "contact_lists_user_id_name_pk" PRIMARY KEY("user_id","name")
);
--> statement-breakpoint
ALTER TABLE "contact_lists" ADD CONSTRAINT "contact_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION count_contact_lists() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO contact_lists AS c (user_id, name, contacts)
		SELECT user_id, list, count(*) FROM now_there, unnest(lists || ''::text) list GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT (user_id, name) DO UPDATE SET contacts = c.contacts + excluded.contacts;
		RETURN NULL;
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO contact_lists AS c (user_id, name, contacts)
		SELECT user_id, list, sum(change) FROM (
			SELECT user_id, unnest(lists) AS list, 1 AS change FROM now_there
			UNION ALL SELECT user_id, unnest(lists), -1 FROM there_before) changes
		GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
		ON CONFLICT (user_id, name) DO UPDATE SET contacts = c.contacts + excluded.contacts;
	ELSE
		INSERT INTO contact_lists AS c (user_id, name, contacts)
		SELECT user_id, list, -count(*) FROM there_before, unnest(lists || ''::text) list GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT (user_id, name) DO UPDATE SET contacts = c.contacts + excluded.contacts;
	END IF;
	DELETE FROM contact_lists WHERE contacts = 0 AND user_id IN (SELECT user_id FROM there_before);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "contacts_added" AFTER INSERT ON "contacts" REFERENCING NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION count_contact_lists();
--> statement-breakpoint
CREATE TRIGGER "contacts_changed" AFTER UPDATE ON "contacts" REFERENCING OLD TABLE AS there_before NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION count_contact_lists();
--> statement-breakpoint
CREATE TRIGGER "contacts_deleted" AFTER DELETE ON "contacts" REFERENCING OLD TABLE AS there_before FOR EACH STATEMENT EXECUTE FUNCTION count_contact_lists();
--> statement-breakpoint
INSERT INTO contact_lists (user_id, name, contacts)
SELECT user_id, list, count(*) FROM contacts, unnest(lists || ''::text) list GROUP BY 1, 2;

CREATE TABLE "message_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"recipients" bigint NOT NULL,
	"delivered" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"opted_out" bigint NOT NULL,
	"handed_over" bigint NOT NULL,
	CONSTRAINT "message_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "spend_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"type" text NOT NULL,
	"spent" numeric(16, 2) NOT NULL,
	CONSTRAINT "spend_days_user_id_day_type_pk" PRIMARY KEY("user_id","day","type")
);
--> statement-breakpoint
DROP INDEX "transactions_orders";--> statement-breakpoint
ALTER TABLE "ledger_checkpoint" ADD COLUMN "spent_until" date DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "spend_days" ADD CONSTRAINT "spend_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_days" SET (fillfactor = 70);
--> statement-breakpoint
-- Adds what became of messages to the days of their accounts. Rows are in one order, so that two of these do not deadlock.
CREATE FUNCTION count_message_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO message_days AS d (user_id, day, recipients, delivered, failed, opted_out, handed_over)
	SELECT n.user_id, (n.sent_at AT TIME ZONE 'UTC')::date, sum(o.queued_count - n.queued_count),
		sum(n.delivered_count - o.delivered_count), sum(n.failed_count - o.failed_count),
		sum(n.opted_out_count - o.opted_out_count), sum(n.handed_over_count - o.handed_over_count)
	FROM now_rows n JOIN old_rows o ON o.id = n.id
	WHERE (n.queued_count, n.delivered_count, n.failed_count, n.opted_out_count, n.handed_over_count)
		<> (o.queued_count, o.delivered_count, o.failed_count, o.opted_out_count, o.handed_over_count)
	GROUP BY 1, 2 ORDER BY 1, 2
	ON CONFLICT (user_id, day) DO UPDATE SET recipients = d.recipients + excluded.recipients,
		delivered = d.delivered + excluded.delivered, failed = d.failed + excluded.failed,
		opted_out = d.opted_out + excluded.opted_out, handed_over = d.handed_over + excluded.handed_over;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION begin_message_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO message_days AS d (user_id, day, recipients, delivered, failed, opted_out, handed_over)
	VALUES (NEW.user_id, (NEW.sent_at AT TIME ZONE 'UTC')::date, NEW.recipient_count - NEW.queued_count,
		NEW.delivered_count, NEW.failed_count, NEW.opted_out_count, NEW.handed_over_count)
	ON CONFLICT (user_id, day) DO UPDATE SET recipients = d.recipients + excluded.recipients,
		delivered = d.delivered + excluded.delivered, failed = d.failed + excluded.failed,
		opted_out = d.opted_out + excluded.opted_out, handed_over = d.handed_over + excluded.handed_over;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sms_messages_count_days" AFTER UPDATE ON "sms_messages"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION count_message_days();
--> statement-breakpoint
CREATE TRIGGER "sms_messages_begin_day" AFTER INSERT ON "sms_messages"
FOR EACH ROW WHEN (NEW.queued_count <> NEW.recipient_count) EXECUTE FUNCTION begin_message_day();
--> statement-breakpoint
INSERT INTO "message_days" ("user_id", "day", "recipients", "delivered", "failed", "opted_out", "handed_over")
SELECT user_id, (sent_at AT TIME ZONE 'UTC')::date, sum(recipient_count - queued_count), sum(delivered_count),
	sum(failed_count), sum(opted_out_count), sum(handed_over_count)
FROM "sms_messages" GROUP BY 1, 2 HAVING sum(recipient_count - queued_count) > 0;

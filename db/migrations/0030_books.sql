CREATE TABLE "payment_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"reason" text NOT NULL,
	"frees_hash" boolean NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"reversal_transaction_id" uuid,
	CONSTRAINT "payment_reversals_amount" CHECK ("payment_reversals"."amount" > 0)
);
--> statement-breakpoint
DROP INDEX "transactions_output_once";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "hash_freed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_reversal_transaction_id_transactions_id_fk" FOREIGN KEY ("reversal_transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reversals_one_waiting" ON "payment_reversals" USING btree ("transaction_id") WHERE "payment_reversals"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "payment_reversals_payment" ON "payment_reversals" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_reversals_transaction" ON "payment_reversals" USING btree ("reversal_transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_output_once" ON "transactions" USING btree ("chain","transaction_hash",coalesce("output_index", -1)) WHERE "transactions"."transaction_hash" is not null and "transactions"."status" in ('pending', 'verified') and not "transactions"."hash_freed";--> statement-breakpoint
CREATE VIEW "public"."postings" AS (
  select e.transaction_id, e.user_id, 'credit' as account, -e.amount as amount, e.created_at from ledger_entries e
  union all
  select d.transaction_id, d.user_id, 'owed', d.amount, d.created_at from debt_entries d
  union all
  select t.id, t.user_id, case t.type
      when 'sms_charge' then 'messages' when 'voice_charge' then 'calls' when 'did_purchase' then 'numbers'
      when 'voice_package' then 'sip packages' when 'reseller_package' then 'reseller packages' else 'other' end,
    -t.amount, coalesce(t.settled_at, t.created_at)
  from transactions t
  where t.status in ('verified', 'completed') and t.type in ('sms_charge', 'voice_charge', 'did_purchase',
    'voice_package', 'reseller_package', 'other')
  union all
  select t.id, t.user_id, case c.type
      when 'sms_charge' then 'messages' when 'voice_charge' then 'calls' when 'did_purchase' then 'numbers'
      else 'other' end,
    t.amount, t.created_at
  from transactions t left join transactions c on c.id = t.refunds_transaction_id
  where t.type = 'refund' and t.status = 'completed'
  union all
  select t.id, t.user_id, 'coins ' || coalesce(t.cryptocurrency, o.cryptocurrency, 'unknown'), case t.type
      when 'credit_purchase' then coalesce(t.received_amount, t.amount) else t.amount end,
    coalesce(t.settled_at, t.created_at)
  from transactions t left join transactions o on o.id = t.settles_transaction_id
  where t.type = 'credit_purchase' and t.status in ('verified', 'completed')
    or t.type in ('voice_package', 'reseller_package') and t.status = 'verified'
  union all
  select t.id, t.user_id, 'coins ' || coalesce(p.cryptocurrency, 'unknown'), -t.amount, t.created_at
  from transactions t
  left join payment_reversals r on r.reversal_transaction_id = t.id
  left join transactions p on p.id = r.transaction_id
  where t.type = 'payment_reversal' and t.status = 'completed'
  union all
  select t.id, t.user_id, case t.type
      when 'adjustment' then 'adjustments' when 'credit_transfer' then 'transfers' else 'margins' end,
    case when t.balance_change < 0 or d.amount > 0 then -t.amount else t.amount end, t.created_at
  from transactions t left join debt_entries d on d.transaction_id = t.id
  where t.type in ('adjustment', 'credit_transfer', 'reseller_margin') and t.status = 'completed');
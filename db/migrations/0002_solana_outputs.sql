-- Until now a payment in SOL was output 0 of its transaction, whatever that held; now each transfer has a number.
-- What was counted so is the whole of its transaction, and nothing else of it may count again.
UPDATE "transactions" SET "output_index" = NULL WHERE "chain" = 'solana' AND "output_index" = 0;--> statement-breakpoint
UPDATE "payment_approvals" SET "output_index" = NULL WHERE "cryptocurrency" = 'SOL' AND "output_index" = 0;--> statement-breakpoint
UPDATE "chain_evidence" e SET "output_index" = NULL, "outputs" = '[]', "next_check_at" = CASE WHEN "next_check_at" IS NULL THEN NULL ELSE now() END FROM "transactions" t WHERE t."id" = e."transaction_id" AND t."chain" = 'solana';

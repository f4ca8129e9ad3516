CREATE INDEX "second_words_of_payment" ON "second_words" USING btree ("subject") WHERE "second_words"."kind" = 'payment';--> statement-breakpoint
INSERT INTO "second_words" ("id", "kind", "subject", "wanted", "requested_by", "requested_at", "decided_at", "decided_by", "agreed")
SELECT gen_random_uuid(), 'payment', t."id"::text, jsonb_build_object('kind', 'payment', 'userId', t."user_id",
    'amount', t."amount"::text, 'cryptocurrency', a."cryptocurrency", 'transactionHash', a."transaction_hash",
    'outputIndex', a."output_index", 'receivedAmount', a."received_amount"::text,
    'receivedCryptoAmount', a."received_crypto_amount", 'asCredit', a."as_credit"),
  a."approved_by", a."approved_at", t."settled_at", t."settled_by", t."status" = 'verified'
FROM "payment_approvals" a JOIN "transactions" t ON t."id" = a."transaction_id";

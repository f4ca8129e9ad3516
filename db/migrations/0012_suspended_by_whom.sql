-- Of those suspended before it was written down by whom, only who was suspended by their reseller, as the audit log
-- says, is let in again by the reseller.
UPDATE "users" u SET "suspended_by_admin" = true
WHERE u."status" = 'suspended' AND NOT u."suspended_by_admin" AND (
  u."reseller_id" IS NULL OR u."reseller_id" IS DISTINCT FROM (
    SELECT a."actor_id" FROM "audit_log" a
    WHERE a."subject_user_id" = u."id" AND a."action" = 'account.suspended'
    ORDER BY a."id" DESC LIMIT 1
  )
);

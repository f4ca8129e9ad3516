DROP TABLE "payment_approvals";

CREATE INDEX "did_numbers_carrier" ON "did_numbers" USING btree ("provider") WHERE "did_numbers"."status" = 'active';

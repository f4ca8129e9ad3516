CREATE TABLE "second_word_files" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "second_word_files" ADD CONSTRAINT "second_word_files_request_id_second_words_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."second_words"("id") ON DELETE no action ON UPDATE no action;
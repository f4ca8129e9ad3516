ALTER TABLE "sms_recipients" DROP CONSTRAINT "sms_recipients_message_id_sms_messages_id_fk";

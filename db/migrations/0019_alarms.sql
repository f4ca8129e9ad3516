CREATE TABLE "alarms" (
	"alarm" text NOT NULL,
	"subject" text NOT NULL,
	"value" double precision NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "alarms_alarm_subject_pk" PRIMARY KEY("alarm","subject")
);

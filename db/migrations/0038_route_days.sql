CREATE TABLE "route_days" (
	"day" date NOT NULL,
	"service" text NOT NULL,
	"carrier" text NOT NULL,
	"prefix" text NOT NULL,
	"tries" bigint NOT NULL,
	"reached" bigint NOT NULL,
	"seconds" bigint NOT NULL,
	"waited" bigint NOT NULL,
	CONSTRAINT "route_days_day_service_carrier_prefix_pk" PRIMARY KEY("day","service","carrier","prefix")
);

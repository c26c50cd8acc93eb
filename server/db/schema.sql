CREATE TABLE "api_keys" ("id" text not null primary key, "name" text not null, "environment" text not null, "digest" blob not null unique, "pepper_id" text not null, "hint_first" text not null, "hint_last" text not null, "scopes" text not null, "allowed_cidrs" text not null, "created_at" integer not null, "expires_at" integer, "revoked_at" integer, "last_used_at" integer, "rotated_from" text) strict;

CREATE TABLE "data_keys" ("subject_id" text not null primary key, "master_key_id" text not null, "wrapped" blob not null, "created_at" integer not null) strict;

CREATE TABLE "events" ("id" text not null primary key, "environment" text not null, "type" text not null, "subject_id" text not null, "sealed_under" text not null, "body" blob, "created_at" integer not null) strict;

CREATE TABLE "evidence" ("id" text not null primary key, "verification_id" text not null references "verifications" ("id"), "role" text not null, "format" text not null, "width" integer not null, "height" integer not null, "orientation" integer not null, "bytes" integer not null, "sha256" text not null, "file" text not null unique, "created_at" integer not null) strict;

CREATE TABLE "idempotency" ("api_key_id" text not null, "idempotency_key" text not null, "fingerprint" text not null, "status" integer not null, "body" blob not null, "created_at" integer not null, "expires_at" integer not null, constraint "idempotency_pk" primary key ("api_key_id", "idempotency_key")) strict;

CREATE TABLE "instance" ("only" integer primary key check ("only" = 1), "id" text not null, "master_key_id" text not null, "created_at" integer not null) strict;

CREATE TABLE "jobs" ("id" text not null primary key, "kind" text not null, "subject_id" text not null, "payload" text not null, "state" text not null, "due_at" integer not null, "attempts" integer not null, "throws" integer not null, "runs" integer not null, "interruptions" integer not null, "owner" text, "lease_until" integer, "failing_since" integer, "reason" text, "created_at" integer not null, "finished_at" integer, constraint "jobs_kind_subject" unique ("kind", "subject_id")) strict;

CREATE TABLE "provider_jobs" ("verification_id" text not null primary key references "verifications" ("id"), "provider" text not null, "job_id" text not null unique, "user_id" text not null, "reference" text, "upload_started_at" integer, "submitted_at" integer, "created_at" integer not null) strict;

CREATE TABLE schema_migrations (version integer primary key, name text not null, applied_at integer not null) strict;

CREATE TABLE "verifications" ("id" text not null primary key, "environment" text not null, "status" text not null, "country" text not null, "id_type" text not null, "external_ref" text, "score_requested" integer not null, "scoring_skipped" integer not null, "api_key_id" text not null, "claims" blob not null, "id_number_index" blob, "provider_answer" blob, "reasons" text not null, "checks" text not null, "findings" text not null, "created_at" integer not null, "completed_at" integer) strict;

CREATE TABLE "webhook_alerts" ("id" text not null primary key, "environment" text not null, "webhook_id" text not null references "webhooks" ("id"), "kind" text not null, "failing_since" integer not null, "delivery_id" text, "error" text, "created_at" integer not null, constraint "webhook_alerts_once" unique ("webhook_id", "kind", "failing_since")) strict;

CREATE TABLE "webhook_attempts" ("delivery_id" text not null references "webhook_deliveries" ("id"), "number" integer not null, "started_at" integer not null, "duration_ms" integer not null, "status" integer, "error" text, constraint "webhook_attempts_pk" primary key ("delivery_id", "number")) strict;

CREATE TABLE "webhook_deliveries" ("id" text not null primary key, "event_id" text not null references "events" ("id"), "webhook_id" text not null references "webhooks" ("id"), "state" text not null, "lane" text not null, "due_at" integer not null, "attempts" integer not null, "failed_attempts" integer not null, "replays" integer not null, "last_status" integer, "last_error" text, "created_at" integer not null, "finished_at" integer, constraint "webhook_deliveries_event_webhook" unique ("event_id", "webhook_id")) strict;

CREATE TABLE "webhooks" ("id" text not null primary key, "environment" text not null, "url" text not null, "events" text not null, "description" text, "active" integer not null, "timestamp_mode" text not null, "secrets" blob not null, "client_certificate" text, "client_key" blob, "version" integer not null, "failing_since" integer, "created_at" integer not null, "deleted_at" integer) strict;

CREATE INDEX "events_by_subject_id" on "events" ("subject_id");

CREATE INDEX "events_with_body" on "events" ("id") where "body" is not null;

CREATE INDEX "evidence_by_verification_id" on "evidence" ("verification_id");

CREATE INDEX "idempotency_by_expires_at" on "idempotency" ("expires_at");

CREATE INDEX "jobs_by_finished_at" on "jobs" ("finished_at");

CREATE INDEX "jobs_running" on "jobs" ("owner", "lease_until") where "state" = 'running';

CREATE INDEX "jobs_waiting" on "jobs" ("due_at", "id") where "state" = 'waiting';

CREATE INDEX "verifications_by_environment_country_id" on "verifications" ("environment", "country", "id");

CREATE INDEX "verifications_by_environment_external_ref_id" on "verifications" ("environment", "external_ref", "id");

CREATE INDEX "verifications_by_environment_id" on "verifications" ("environment", "id");

CREATE INDEX "verifications_by_environment_id_type_id" on "verifications" ("environment", "id_type", "id");

CREATE INDEX "verifications_by_environment_status_id" on "verifications" ("environment", "status", "id");

CREATE INDEX "verifications_by_id_number_index" on "verifications" ("id_number_index");

CREATE INDEX "webhook_alerts_by_environment_id" on "webhook_alerts" ("environment", "id");

CREATE INDEX "webhook_alerts_by_webhook_id_id" on "webhook_alerts" ("webhook_id", "id");

CREATE INDEX "webhook_attempts_by_started_at" on "webhook_attempts" ("started_at");

CREATE INDEX "webhook_deliveries_by_webhook_id_state_id" on "webhook_deliveries" ("webhook_id", "state", "id");

CREATE INDEX "webhook_deliveries_finished" on "webhook_deliveries" ("finished_at") where "finished_at" is not null;

CREATE INDEX "webhook_deliveries_pending" on "webhook_deliveries" ("webhook_id", "lane", "due_at", "id") where "state" = 'pending';

CREATE INDEX "webhooks_by_environment_id" on "webhooks" ("environment", "id");

CREATE TRIGGER "audit_entries_are_not_changed" before update on "audit_entries"
begin select raise(abort, 'entries of the audit log are never changed'); end;

CREATE TRIGGER "audit_entries_are_not_removed" before delete on "audit_entries"
begin select raise(abort, 'entries of the audit log are never removed'); end;

CREATE TRIGGER "erasures_are_not_changed" before update on "erasures"
begin select raise(abort, 'entries of the erasure ledger are never changed'); end;

CREATE TRIGGER "erasures_are_not_removed" before delete on "erasures"
begin select raise(abort, 'entries of the erasure ledger are never removed'); end;

CREATE TRIGGER "review_entries_are_not_changed" before update on "review_entries"
begin select raise(abort, 'entries of a review are never changed'); end;

CREATE TABLE "account_notices" (
  "id" text not null primary key,
  "user_id" text not null references "users" ("id"),
  "kind" text not null,
  "by_kind" text not null,
  "by_id" text,
  "approved_by_id" text,
  "role" text,
  "previous_role" text,
  "count" integer not null,
  "session_id" text,
  "client_address" text,
  "browser" text,
  "at" integer not null,
  "seen_at" integer
) strict;

CREATE TABLE "api_keys" (
  "id" text not null primary key,
  "environment" text not null,
  "name" text not null,
  "digest" blob not null unique,
  "pepper_id" text not null,
  "hint_first" text not null,
  "hint_last" text not null,
  "scopes" text not null,
  "allowed_cidrs" text not null,
  "unrestricted" integer not null default 0,
  "rotated_from" text,
  "created_by_user" text,
  "created_by_key" text,
  "created_at" integer not null,
  "waiting_since" integer,
  "expires_at" integer,
  "revoked_at" integer,
  "last_used_at" integer
) strict;

CREATE TABLE "approvals" (
  "id" text not null primary key,
  "kind" text not null,
  "subject_kind" text not null,
  "subject_id" text not null,
  "slot" text unique,
  "state" text not null,
  "facts" blob not null,
  "payload" blob,
  "note" blob,
  "requested_by" text not null,
  "requested_at" integer not null,
  "expires_at" integer not null,
  "decided_by" text,
  "decided_at" integer,
  "usable_until" integer,
  "used_at" integer
) strict;

CREATE TABLE "audit_copy" (
  "target" text not null primary key,
  "copied_to" integer not null
) strict;

CREATE TABLE "audit_entries" (
  "sequence" integer not null primary key,
  "id" text not null unique,
  "at" integer not null,
  "actor_kind" text not null,
  "actor_id" text,
  "action" text not null,
  "subject_kind" text,
  "subject_id" text,
  "outcome" text not null,
  "client_address" text,
  "request_id" text,
  "details" text not null,
  "key_id" text not null,
  "previous_hash" text not null,
  "hash" text not null
) strict;

CREATE TABLE "audit_once" (
  "deduplication_key" text not null primary key,
  "at" integer not null
) strict;

CREATE TABLE "backup_lease" (
  "only" integer not null primary key check ("only" = 1),
  "holder" text not null,
  "lease_until" integer not null
) strict;

CREATE TABLE "backup_runs" (
  "id" text not null primary key,
  "started_at" integer not null,
  "ended_at" integer not null,
  "outcome" text not null,
  "cause" text not null,
  "target" text not null,
  "name" text,
  "bytes" integer,
  "new_bytes" integer,
  "images" integer,
  "missing_images" integer,
  "reason" text,
  "tried_at" integer
) strict;

CREATE TABLE "certificate_keys" (
  "id" text not null primary key,
  "public_key" text not null,
  "private_key" blob not null,
  "created_at" integer not null
) strict;

CREATE TABLE "data_keys" (
  "subject_id" text not null primary key,
  "wrapping_key_id" text not null,
  "wrapped" blob not null,
  "created_at" integer not null
) strict, without rowid;

CREATE TABLE "database_move" (
  "only" integer not null primary key check ("only" = 1),
  "state" text not null,
  "installation_id" text not null,
  "other_place" text not null,
  "changed_at" integer not null
) strict;

CREATE TABLE "directory_visits" (
  "digest" blob not null primary key,
  "purpose" text not null,
  "link_digest" blob,
  "created_at" integer not null
) strict;

CREATE TABLE "erasure_certificates" (
  "erasure_id" text not null primary key references "erasures" ("id"),
  "key_id" text not null,
  "body" text not null,
  "signature" text not null,
  "issued_at" integer not null
) strict;

CREATE TABLE "erasure_steps" (
  "erasure_id" text not null,
  "step" text not null,
  "item" text not null,
  primary key ("erasure_id", "step", "item")
) strict;

CREATE TABLE "erasures" (
  "id" text not null primary key,
  "verification_id" text not null unique,
  "environment" text not null,
  "country" text not null,
  "status" text not null,
  "submitted_at" integer not null,
  "erased_at" integer not null,
  "reason" text not null,
  "ground" text not null,
  "floor_ended_at" integer,
  "by_kind" text not null,
  "by_id" text,
  "requested_by" text,
  "approval_id" text,
  "authority_reference" text,
  "counts" text not null,
  "digests" text not null
) strict;

CREATE TABLE "events" (
  "id" text not null primary key,
  "environment" text not null,
  "type" text not null,
  "subject_id" text not null,
  "encrypted_under" text not null,
  "body" blob,
  "created_at" integer not null
) strict;

CREATE TABLE "face_comparisons" (
  "verification_id" text not null primary key references "verifications" ("id"),
  "outcome" text not null,
  "advice" blob,
  "compared_at" integer not null
) strict;

CREATE TABLE "idempotency" (
  "api_key_id" text not null,
  "idempotency_key" text not null,
  "fingerprint" text not null,
  "status" integer not null,
  "body" blob not null,
  "created_at" integer not null,
  "expires_at" integer not null,
  primary key ("api_key_id", "idempotency_key")
) strict;

CREATE TABLE "images" (
  "id" text not null primary key,
  "verification_id" text not null references "verifications" ("id"),
  "role" text not null,
  "format" text not null,
  "width" integer not null,
  "height" integer not null,
  "orientation" integer not null,
  "bytes" integer not null,
  "sha256" text not null,
  "file" text not null unique,
  "scan_verdict" text not null default 'not_scanned',
  "scanned_at" integer,
  "created_at" integer not null
) strict;

CREATE TABLE "instance" (
  "only" integer not null primary key check ("only" = 1),
  "id" text not null,
  "master_key_id" text not null,
  "created_at" integer not null
) strict;

CREATE TABLE "jobs" (
  "id" text not null primary key,
  "kind" text not null,
  "subject_id" text not null,
  "payload" text not null,
  "state" text not null,
  "step" text not null default 'ask',
  "due_at" integer not null,
  "attempts" integer not null,
  "throws" integer not null,
  "runs" integer not null,
  "interruptions" integer not null,
  "lone_deaths" integer not null,
  "is_trial" integer not null,
  "is_ahead" integer not null default 0,
  "owner" text,
  "failing_since" integer,
  "reason" text,
  "created_at" integer not null,
  "finished_at" integer,
  unique ("kind", "subject_id")
) strict;

CREATE TABLE "key_rotations" (
  "key_id" text not null primary key,
  "purpose" text not null,
  "started_at" integer not null,
  "moved_at" integer not null,
  "position" text not null,
  "rows_read" integer not null,
  "rows_changed" integer not null,
  "rows_failed" integer not null,
  "changed_in_pass" integer not null,
  "reencrypted_at" integer,
  "last_pass_from" integer,
  "finished_at" integer
) strict;

CREATE TABLE "known_places" (
  "user_id" text not null references "users" ("id"),
  "trait" text not null,
  "value" text not null,
  "last_at" integer not null,
  primary key ("user_id", "trait", "value")
) strict;

CREATE TABLE "late_results" (
  "verification_id" text not null primary key references "verifications" ("id"),
  "finding" text,
  "results" blob not null,
  "received_at" integer not null
) strict;

CREATE TABLE "legal_holds" (
  "id" text not null primary key,
  "verification_id" text not null references "verifications" ("id"),
  "reason" text not null,
  "reference" text,
  "set_by_kind" text not null,
  "set_by_id" text,
  "set_at" integer not null,
  "until" integer,
  "released_by_kind" text,
  "released_by_id" text,
  "released_at" integer
) strict;

CREATE TABLE "live_days" (
  "api_key_id" text not null,
  "starts_at" integer not null,
  "verifications" integer not null,
  primary key ("api_key_id", "starts_at")
) strict;

CREATE TABLE "master_keys" (
  "fingerprint" text not null primary key,
  "used_since" integer not null,
  "replaced_at" integer,
  "escrow_confirmed_at" integer
) strict;

CREATE TABLE "name_indexing" (
  "only" integer not null primary key check ("only" = 1),
  "indexed_to" text not null
) strict;

CREATE TABLE "nodes" (
  "id" text not null primary key,
  "host" text not null,
  "version" text not null,
  "schema_version" integer not null,
  "started_at" integer not null,
  "seen_at" integer not null,
  "beats" integer not null,
  "draining_since" integer,
  "master_key_id" text not null
) strict;

CREATE TABLE "outbound_calls" (
  "id" text not null primary key,
  "started_at" integer not null,
  "duration_ms" integer,
  "purpose" text not null,
  "provider" text,
  "method" text not null,
  "host" text not null,
  "field_names" text not null,
  "body_bytes" integer not null,
  "body_sha256" text,
  "outcome" text not null,
  "status" integer,
  "node_id" text
) strict;

CREATE TABLE "outgoing_pause" (
  "only" integer not null primary key check ("only" = 1),
  "paused_at" integer not null,
  "backup" text not null
) strict;

CREATE TABLE "passkeys" (
  "id" text not null primary key,
  "user_id" text not null references "users" ("id"),
  "name" text not null,
  "public_key" blob not null,
  "counter" integer not null,
  "transports" text not null,
  "created_at" integer not null,
  "last_used_at" integer
) strict;

CREATE TABLE "provider_jobs" (
  "verification_id" text not null primary key references "verifications" ("id"),
  "provider" text not null,
  "job_id" text not null unique,
  "user_id" text not null,
  "reference" text,
  "images_decoded_at" integer,
  "created_at" integer not null,
  "upload_started_at" integer,
  "submitted_at" integer
) strict;

CREATE TABLE "purpose_keys" (
  "id" text not null primary key,
  "purpose" text not null,
  "master_key_id" text not null,
  "wrapped" blob,
  "check_value" blob not null,
  "created_at" integer not null,
  "used_from" integer not null,
  "destroyed_at" integer
) strict;

CREATE TABLE "quality_checks" (
  "id" text not null primary key,
  "review_id" text not null unique references "reviews" ("id"),
  "verification_id" text not null unique,
  "environment" text not null,
  "decided_by" text not null,
  "involved" text not null,
  "claimed_by" text,
  "claimed_until" integer,
  "claimed_at" integer,
  "checked_by" text,
  "outcome" text,
  "outcome_reasons" text,
  "worked_ms" integer,
  "result" text,
  "created_at" integer not null,
  "closed_at" integer,
  "differed_at" integer
) strict;

CREATE TABLE "rate_windows" (
  "subject" text not null primary key,
  "ends_at" integer not null,
  "taken" integer not null
) strict;

CREATE TABLE "recovery_codes" (
  "digest" blob not null primary key,
  "user_id" text not null references "users" ("id"),
  "used_at" integer
) strict;

CREATE TABLE "relationship_ends" (
  "verification_id" text not null primary key references "verifications" ("id"),
  "ended_at" integer not null,
  "stated_by_kind" text not null,
  "stated_by_id" text,
  "stated_at" integer not null
) strict;

CREATE TABLE "restored_copy" (
  "only" integer not null primary key check ("only" = 1),
  "id" text not null,
  "restored_at" integer not null,
  "backup" text not null,
  "takes_place_since" integer
) strict;

CREATE TABLE "retention_run" (
  "only" integer not null primary key check ("only" = 1),
  "owner" text,
  "lease_until" integer not null,
  "started_at" integer not null,
  "finished_at" integer,
  "verifications" integer not null,
  "images" integer not null
) strict;

CREATE TABLE "review_decisions" (
  "id" text not null primary key,
  "review_id" text not null references "reviews" ("id"),
  "verification_id" text not null,
  "environment" text not null,
  "decided_by" text not null,
  "outcome" text not null,
  "at" integer not null,
  "worked_ms" integer,
  "result" text not null,
  "second_id" text,
  "answered_at" integer
) strict;

CREATE TABLE "review_entries" (
  "id" text not null primary key,
  "review_id" text not null references "reviews" ("id"),
  "number" integer not null,
  "kind" text not null,
  "author_id" text,
  "details" text not null,
  "note" blob,
  "at" integer not null,
  unique ("review_id", "number")
) strict;

CREATE TABLE "review_notices" (
  "id" text not null primary key,
  "user_id" text not null,
  "review_id" text not null references "reviews" ("id"),
  "verification_id" text not null,
  "environment" text not null,
  "kind" text not null,
  "by_id" text,
  "reason" text,
  "at" integer not null,
  unique ("user_id", "review_id", "kind")
) strict;

CREATE TABLE "reviews" (
  "id" text not null primary key,
  "verification_id" text not null unique references "verifications" ("id"),
  "environment" text not null,
  "state" text not null,
  "causes" text not null,
  "claimed_by" text,
  "claimed_until" integer,
  "claimed_at" integer,
  "assigned_to" text,
  "due_at" integer not null default 0,
  "score_order" integer not null default 1001,
  "kept_for" text,
  "kept_until" integer,
  "proposal_id" text,
  "proposed_by" text,
  "proposed_at" integer,
  "checker_id" text,
  "proposal_evidence" text,
  "outcome" text,
  "outcome_reasons" text,
  "decided_by" text,
  "approved_by" text,
  "created_at" integer not null,
  "closed_at" integer
) strict;

CREATE TABLE "saved_filters" (
  "id" text not null primary key,
  "owner_id" text not null references "users" ("id"),
  "list" text not null,
  "name" text not null,
  "parameters" text not null,
  "is_shared" integer not null,
  "created_at" integer not null,
  unique ("owner_id", "list", "name")
) strict;

CREATE TABLE "scheduled_runs" (
  "task" text not null,
  "fire_at" integer not null,
  "node_id" text not null,
  "started_at" integer not null,
  "ended_at" integer,
  "count" integer,
  primary key ("task", "fire_at")
) strict;

CREATE TABLE schema_migrations (version integer primary key, name text not null, kind text not null, applied_at integer not null) strict;

CREATE TABLE "scores" (
  "id" text not null unique,
  "verification_id" text not null primary key references "verifications" ("id"),
  "score" integer not null,
  "confidence" real not null,
  "model_version" text not null,
  "reference_version" text,
  "flags" text not null,
  "features_used" text not null,
  "features" text,
  "computed_at" integer not null
) strict;

CREATE TABLE "sessions" (
  "id" text not null primary key,
  "digest" blob not null unique,
  "user_id" text not null references "users" ("id"),
  "stage" text not null,
  "client_address" text not null,
  "browser" text not null,
  "challenge" text,
  "challenge_at" integer,
  "offered_totp" blob,
  "created_at" integer not null,
  "used_at" integer not null,
  "confirmed_at" integer
) strict;

CREATE TABLE "setting_digests" (
  "name" text not null primary key,
  "digest" text not null
) strict;

CREATE TABLE "sign_in_attempts" (
  "subject" text not null primary key,
  "failures" integer not null,
  "last_failed_at" integer not null
) strict;

CREATE TABLE "stored_images" (
  "only" integer not null primary key check ("only" = 1),
  "bytes" integer not null
) strict;

CREATE TABLE "subject_exports" (
  "id" text not null primary key,
  "verification_id" text not null references "verifications" ("id"),
  "made_at" integer not null,
  "sha256" text not null,
  "recipient" text,
  "handed_over_at" integer,
  "deleted_at" integer
) strict;

CREATE TABLE "usage_counters" (
  "span" text not null,
  "environment" text not null,
  "starts_at" integer not null,
  "api_key_id" text not null,
  "type" text not null,
  "billable" integer not null,
  "events" integer not null,
  "quantity" integer not null,
  primary key ("span", "environment", "starts_at", "api_key_id", "type", "billable")
) strict;

CREATE TABLE "usage_differences" (
  "span" text not null,
  "starts_at" integer not null,
  "environment" text not null,
  "api_key_id" text not null,
  "type" text not null,
  "billable" integer not null,
  "counted_events" integer not null,
  "counted_quantity" integer not null,
  "summed_events" integer not null,
  "summed_quantity" integer not null,
  "noticed_at" integer not null,
  primary key ("span", "starts_at", "environment", "api_key_id", "type", "billable")
) strict;

CREATE TABLE "usage_events" (
  "id" text not null primary key,
  "environment" text not null,
  "api_key_id" text not null,
  "verification_id" text not null,
  "type" text not null,
  "deduplication_key" text not null,
  "quantity" integer not null,
  "billable" integer not null,
  "source" text not null,
  "corrects_id" text,
  "reason" text,
  "created_at" integer not null,
  unique ("verification_id", "type", "deduplication_key")
) strict, without rowid;

CREATE TABLE "usage_recount" (
  "only" integer not null primary key check ("only" = 1),
  "counted_to" integer not null,
  "finished_at" integer not null
) strict;

CREATE TABLE "user_links" (
  "digest" blob not null primary key,
  "kind" text not null,
  "user_id" text references "users" ("id"),
  "made_by_kind" text,
  "made_by_id" text,
  "created_at" integer not null,
  "expires_at" integer not null,
  "used_at" integer
) strict;

CREATE TABLE "users" (
  "id" text not null primary key,
  "email" text not null unique,
  "name" text not null,
  "role" text not null,
  "state" text not null,
  "password_hash" text,
  "password_changed_at" integer,
  "totp" blob,
  "totp_last_step" integer,
  "wrong_codes" integer not null default 0,
  "created_at" integer not null,
  "last_signed_in_at" integer,
  "directory_issuer" text,
  "directory_subject" text,
  unique ("directory_issuer", "directory_subject")
) strict;

CREATE TABLE "verification_code_counters" (
  "environment" text not null,
  "starts_at" integer not null,
  "country" text not null,
  "kind" text not null,
  "code" text not null,
  "verifications" integer not null,
  primary key ("environment", "starts_at", "country", "kind", "code")
) strict;

CREATE TABLE "verification_counters" (
  "environment" text not null,
  "starts_at" integer not null,
  "country" text not null,
  "id_type" text not null,
  "kind" text not null,
  "verifications" integer not null,
  primary key ("environment", "starts_at", "country", "id_type", "kind")
) strict;

CREATE TABLE "verification_names" (
  "environment" text not null,
  "digest" blob not null,
  "verification_id" text not null references "verifications" ("id"),
  primary key ("environment", "digest", "verification_id")
) strict, without rowid;

CREATE TABLE "verification_tags" (
  "environment" text not null,
  "tag" text not null,
  "verification_id" text not null references "verifications" ("id"),
  primary key ("environment", "tag", "verification_id")
) strict;

CREATE TABLE "verification_times" (
  "environment" text not null,
  "starts_at" integer not null,
  "kind" text not null,
  "country" text not null,
  "up_to_ms" integer not null,
  "verifications" integer not null,
  primary key ("environment", "starts_at", "kind", "country", "up_to_ms")
) strict;

CREATE TABLE "verifications" (
  "id" text not null primary key,
  "environment" text not null,
  "api_key_id" text not null,
  "external_ref" text,
  "country" text not null,
  "id_type" text not null,
  "status" text not null,
  "scoring" text not null default 'not_requested',
  "claims" blob not null,
  "id_number_index" blob,
  "number_birth_date_index" blob,
  "number_name_index" blob,
  "provider_answer" blob,
  "result_code" text,
  "reasons" text not null,
  "checks" text not null,
  "findings" text not null,
  "created_at" integer not null,
  "completed_at" integer
) strict;

CREATE TABLE "waiting_causes" (
  "environment" text not null,
  "cause" text not null,
  "review_id" text not null references "reviews" ("id"),
  "due_at" integer not null default 0,
  "score_order" integer not null default 1001,
  primary key ("environment", "cause", "review_id")
) strict;

CREATE TABLE "webhook_alerts" (
  "id" text not null primary key,
  "environment" text not null,
  "webhook_id" text not null references "webhooks" ("id"),
  "kind" text not null,
  "delivery_id" text,
  "error" text,
  "status" integer,
  "failing_since" integer not null,
  "created_at" integer not null,
  unique ("webhook_id", "kind", "failing_since")
) strict;

CREATE TABLE "webhook_attempts" (
  "delivery_id" text not null references "webhook_deliveries" ("id"),
  "number" integer not null,
  "started_at" integer not null,
  "duration_ms" integer not null,
  "status" integer,
  "error" text,
  primary key ("delivery_id", "number")
) strict;

CREATE TABLE "webhook_deliveries" (
  "id" text not null primary key,
  "event_id" text not null references "events" ("id"),
  "event_type" text not null,
  "webhook_id" text not null references "webhooks" ("id"),
  "state" text not null,
  "priority" text not null,
  "due_at" integer not null,
  "attempts" integer not null,
  "failed_attempts" integer not null,
  "replays" integer not null,
  "last_status" integer,
  "last_error" text,
  "created_at" integer not null,
  "finished_at" integer,
  unique ("event_id", "webhook_id")
) strict;

CREATE TABLE "webhook_leases" (
  "webhook_id" text not null primary key,
  "node_id" text not null,
  "until" integer not null
) strict;

CREATE TABLE "webhooks" (
  "id" text not null primary key,
  "environment" text not null,
  "url" text not null,
  "events" text not null,
  "description" text,
  "active" integer not null,
  "timestamp_mode" text not null,
  "secrets" blob not null,
  "client_certificate" text,
  "client_key" blob,
  "version" integer not null,
  "created_at" integer not null,
  "failing_since" integer,
  "deleted_at" integer
) strict;

CREATE TABLE "zone_readings" (
  "verification_id" text not null primary key references "verifications" ("id"),
  "outcome" text not null,
  "side" text,
  "corners" text,
  "zone" blob,
  "read_at" integer not null
) strict;

CREATE INDEX "account_notices_by_kind_at" on "account_notices" ("kind", "at");

CREATE INDEX "account_notices_by_session_id" on "account_notices" ("session_id");

CREATE INDEX "account_notices_by_user_id_at" on "account_notices" ("user_id", "at");

CREATE INDEX "api_keys_by_created_by_key" on "api_keys" ("created_by_key") where created_by_key is not null;

CREATE INDEX "api_keys_by_end_of_id" on "api_keys" (substr(id, 27));

CREATE INDEX "api_keys_by_rotated_from" on "api_keys" ("rotated_from") where rotated_from is not null;

CREATE INDEX "approvals_by_requested_by_id" on "approvals" ("requested_by", "id");

CREATE INDEX "approvals_by_state_id" on "approvals" ("state", "id");

CREATE INDEX "approvals_by_subject_id_id" on "approvals" ("subject_id", "id");

CREATE INDEX "audit_entries_by_action_sequence" on "audit_entries" ("action", "sequence");

CREATE INDEX "audit_entries_by_actor_id_sequence" on "audit_entries" ("actor_id", "sequence") where actor_id is not null;

CREATE INDEX "audit_entries_by_subject_id_sequence" on "audit_entries" ("subject_id", "sequence");

CREATE INDEX "audit_once_by_at" on "audit_once" ("at");

CREATE INDEX "backup_runs_by_outcome_started_at" on "backup_runs" ("outcome", "started_at");

CREATE INDEX "directory_visits_by_created_at" on "directory_visits" ("created_at");

CREATE INDEX "events_by_subject_id" on "events" ("subject_id");

CREATE INDEX "events_with_body" on "events" ("id") where body is not null;

CREATE INDEX "idempotency_by_expires_at" on "idempotency" ("expires_at");

CREATE INDEX "images_by_verification_id" on "images" ("verification_id");

CREATE INDEX "jobs_by_end_of_id" on "jobs" (substr(id, 27));

CREATE INDEX "jobs_failed" on "jobs" ("finished_at", "id") where state = 'failed';

CREATE INDEX "jobs_finished" on "jobs" ("finished_at") where finished_at is not null;

CREATE INDEX "jobs_running" on "jobs" ("owner", "id") where state = 'running';

CREATE INDEX "jobs_waiting" on "jobs" ("step", "due_at", "id", "kind", "interruptions", "reason") where state = 'waiting';

CREATE INDEX "known_places_by_last_at" on "known_places" ("last_at");

CREATE INDEX "legal_holds_by_verification_id" on "legal_holds" ("verification_id");

CREATE INDEX "legal_holds_open" on "legal_holds" ("id") where released_at is null;

CREATE INDEX "outbound_calls_begun" on "outbound_calls" ("node_id") where outcome = 'begun';

CREATE INDEX "outbound_calls_by_host_id" on "outbound_calls" ("host", "id");

CREATE INDEX "outbound_calls_by_purpose_id" on "outbound_calls" ("purpose", "id");

CREATE INDEX "passkeys_by_user_id" on "passkeys" ("user_id");

CREATE INDEX "provider_jobs_by_user_id" on "provider_jobs" ("user_id");

CREATE INDEX "quality_checks_claimed" on "quality_checks" ("claimed_by") where claimed_by is not null;

CREATE INDEX "quality_checks_closed" on "quality_checks" ("environment", "closed_at") where closed_at is not null;

CREATE INDEX "quality_checks_differing" on "quality_checks" ("environment", "id") where differed_at is not null;

CREATE INDEX "quality_checks_open" on "quality_checks" ("environment", "id") where closed_at is null;

CREATE INDEX "rate_windows_by_ends_at" on "rate_windows" ("ends_at");

CREATE INDEX "recovery_codes_by_user_id" on "recovery_codes" ("user_id");

CREATE INDEX "relationship_ends_by_ended_at" on "relationship_ends" ("ended_at");

CREATE INDEX "review_decisions_answered" on "review_decisions" ("second_id", "answered_at", "id") where second_id is not null;

CREATE INDEX "review_decisions_by_decided_by_id" on "review_decisions" ("decided_by", "id");

CREATE INDEX "review_decisions_by_review_id" on "review_decisions" ("review_id");

CREATE INDEX "review_decisions_measured" on "review_decisions" ("environment", "at", "decided_by", "outcome", "result", "worked_ms");

CREATE INDEX "review_notices_by_review_id" on "review_notices" ("review_id");

CREATE INDEX "review_notices_by_user_id_environment_id" on "review_notices" ("user_id", "environment", "id");

CREATE INDEX "reviews_assigned" on "reviews" ("assigned_to", "due_at", "id") where closed_at is null and assigned_to is not null;

CREATE INDEX "reviews_by_approved_by_closed_at_id" on "reviews" ("approved_by", "closed_at", "id") where approved_by is not null;

CREATE INDEX "reviews_by_checker_id_id" on "reviews" ("checker_id", "id") where checker_id is not null;

CREATE INDEX "reviews_by_decided_by_closed_at_id" on "reviews" ("decided_by", "closed_at", "id") where decided_by is not null;

CREATE INDEX "reviews_by_end_of_id" on "reviews" (substr(id, 27));

CREATE INDEX "reviews_by_environment_state_id" on "reviews" ("environment", "state", "id");

CREATE INDEX "reviews_by_kept_for_id" on "reviews" ("kept_for", "id") where kept_for is not null;

CREATE INDEX "reviews_by_proposed_by_id" on "reviews" ("proposed_by", "id") where proposed_by is not null;

CREATE INDEX "reviews_claimed" on "reviews" ("claimed_by") where claimed_by is not null;

CREATE INDEX "reviews_closed" on "reviews" ("environment", "closed_at", "id") where closed_at is not null;

CREATE INDEX "reviews_due" on "reviews" ("environment", "state", "due_at", "id") where closed_at is null;

CREATE INDEX "reviews_score" on "reviews" ("environment", "state", "score_order", "id") where closed_at is null;

CREATE INDEX "reviews_unassigned" on "reviews" ("environment", "state", "due_at", "id") where closed_at is null and assigned_to is null;

CREATE INDEX "saved_filters_shared" on "saved_filters" ("list", "name", "id") where is_shared = 1;

CREATE INDEX "scheduled_runs_under_way" on "scheduled_runs" ("task") where ended_at is null;

CREATE INDEX "sessions_by_created_at" on "sessions" ("created_at");

CREATE INDEX "sessions_by_user_id" on "sessions" ("user_id");

CREATE INDEX "sign_in_attempts_by_last_failed_at" on "sign_in_attempts" ("last_failed_at");

CREATE INDEX "subject_exports_by_deleted_at_made_at" on "subject_exports" ("deleted_at", "made_at");

CREATE INDEX "usage_counters_by_api_key_id_span_environment_starts_at" on "usage_counters" ("api_key_id", "span", "environment", "starts_at");

CREATE INDEX "usage_events_by_api_key_id_type_billable_id" on "usage_events" ("api_key_id", "type", "billable", "id");

CREATE INDEX "usage_events_by_environment_type_billable_id" on "usage_events" ("environment", "type", "billable", "id");

CREATE INDEX "user_links_by_user_id" on "user_links" ("user_id");

CREATE INDEX "users_by_end_of_id" on "users" (substr(id, 27));

CREATE INDEX "users_by_role" on "users" ("role");

CREATE INDEX "verification_names_by_verification_id" on "verification_names" ("verification_id");

CREATE INDEX "verifications_by_document_number" on "verifications" ("environment", "id_number_index", "id") where id_number_index is not null;

CREATE INDEX "verifications_by_end_of_id" on "verifications" (substr(id, 27));

CREATE INDEX "verifications_by_environment_country_id" on "verifications" ("environment", "country", "id");

CREATE INDEX "verifications_by_environment_external_ref_id" on "verifications" ("environment", lower(external_ref), "id") where external_ref is not null;

CREATE INDEX "verifications_by_environment_id" on "verifications" ("environment", "id");

CREATE INDEX "verifications_by_environment_id_type_id" on "verifications" ("environment", "id_type", "id");

CREATE INDEX "verifications_by_environment_status_id" on "verifications" ("environment", "status", "id");

CREATE INDEX "verifications_by_status_country_id_type_id" on "verifications" ("environment", "status", "country", "id_type", "id");

CREATE INDEX "verifications_pending_of_key" on "verifications" ("api_key_id") where environment = 'live' and status = 'pending';

CREATE INDEX "verifications_scoring_skipped" on "verifications" ("environment", "id") where scoring = 'skipped';

CREATE INDEX "waiting_causes_by_review_id" on "waiting_causes" ("review_id");

CREATE INDEX "waiting_causes_due" on "waiting_causes" ("environment", "cause", "due_at", "review_id");

CREATE INDEX "waiting_causes_score" on "waiting_causes" ("environment", "cause", "score_order", "review_id");

CREATE INDEX "webhook_alerts_by_environment_id" on "webhook_alerts" ("environment", "id");

CREATE INDEX "webhook_alerts_by_webhook_id_id" on "webhook_alerts" ("webhook_id", "id");

CREATE INDEX "webhook_attempts_by_started_at" on "webhook_attempts" ("started_at");

CREATE INDEX "webhook_deliveries_by_end_of_id" on "webhook_deliveries" (substr(id, 27));

CREATE INDEX "webhook_deliveries_by_webhook_id_state_event_type_id" on "webhook_deliveries" ("webhook_id", "state", "event_type", "id");

CREATE INDEX "webhook_deliveries_finished" on "webhook_deliveries" ("finished_at") where finished_at is not null;

CREATE INDEX "webhook_deliveries_pending" on "webhook_deliveries" ("webhook_id", "priority", "due_at", "id") where state = 'pending';

CREATE INDEX "webhooks_by_end_of_id" on "webhooks" (substr(id, 26));

CREATE INDEX "webhooks_by_environment_id" on "webhooks" ("environment", "id");

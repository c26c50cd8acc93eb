create table account_notices (
  id text collate "C" not null,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  by_kind text collate "C" not null,
  by_id text collate "C",
  approved_by_id text collate "C",
  role text collate "C",
  previous_role text collate "C",
  count bigint not null,
  session_id text collate "C",
  client_address text collate "C",
  browser text collate "C",
  at bigint not null,
  seen_at bigint,
  FOREIGN KEY (user_id) REFERENCES users(id),
  PRIMARY KEY (id)
);
CREATE INDEX account_notices_by_kind_at ON account_notices USING btree (kind, at);
CREATE INDEX account_notices_by_session_id ON account_notices USING btree (session_id);
CREATE INDEX account_notices_by_user_id_at ON account_notices USING btree (user_id, at);

create table api_keys (
  id text collate "C" not null,
  environment text collate "C" not null,
  name text collate "C" not null,
  digest bytea not null,
  pepper_id text collate "C" not null,
  hint_first text collate "C" not null,
  hint_last text collate "C" not null,
  scopes text collate "C" not null,
  allowed_cidrs text collate "C" not null,
  unrestricted bigint not null default 0,
  rotated_from text collate "C",
  created_by_user text collate "C",
  created_by_key text collate "C",
  created_at bigint not null,
  waiting_since bigint,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  PRIMARY KEY (id),
  UNIQUE (digest)
);
CREATE INDEX api_keys_by_created_by_key ON api_keys USING btree (created_by_key) WHERE (created_by_key IS NOT NULL);
CREATE INDEX api_keys_by_end_of_id ON api_keys USING btree (substr(id, 27));
CREATE INDEX api_keys_by_rotated_from ON api_keys USING btree (rotated_from) WHERE (rotated_from IS NOT NULL);

create table approvals (
  id text collate "C" not null,
  kind text collate "C" not null,
  subject_kind text collate "C" not null,
  subject_id text collate "C" not null,
  slot text collate "C",
  state text collate "C" not null,
  facts bytea not null,
  payload bytea,
  note bytea,
  requested_by text collate "C" not null,
  requested_at bigint not null,
  expires_at bigint not null,
  decided_by text collate "C",
  decided_at bigint,
  usable_until bigint,
  used_at bigint,
  PRIMARY KEY (id),
  UNIQUE (slot)
);
CREATE INDEX approvals_by_requested_by_id ON approvals USING btree (requested_by, id);
CREATE INDEX approvals_by_state_id ON approvals USING btree (state, id);
CREATE INDEX approvals_by_subject_id_id ON approvals USING btree (subject_id, id);

create table audit_copy (
  target text collate "C" not null,
  copied_to bigint not null,
  PRIMARY KEY (target)
);

create table audit_entries (
  sequence bigint not null,
  id text collate "C" not null,
  at bigint not null,
  actor_kind text collate "C" not null,
  actor_id text collate "C",
  action text collate "C" not null,
  subject_kind text collate "C",
  subject_id text collate "C",
  outcome text collate "C" not null,
  client_address text collate "C",
  request_id text collate "C",
  details text collate "C" not null,
  key_id text collate "C" not null,
  previous_hash text collate "C" not null,
  hash text collate "C" not null,
  PRIMARY KEY (sequence),
  UNIQUE (id)
);
CREATE INDEX audit_entries_by_action_sequence ON audit_entries USING btree (action, sequence);
CREATE INDEX audit_entries_by_actor_id_sequence ON audit_entries USING btree (actor_id, sequence) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_entries_by_subject_id_sequence ON audit_entries USING btree (subject_id, sequence);
CREATE TRIGGER audit_entries_are_not_changed BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_are_not_changed() as begin raise exception 'entries of the audit log are never changed'; end;
CREATE TRIGGER audit_entries_are_not_removed BEFORE DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_are_not_removed() as begin raise exception 'entries of the audit log are never removed'; end;

create table audit_once (
  deduplication_key text collate "C" not null,
  at bigint not null,
  PRIMARY KEY (deduplication_key)
);
CREATE INDEX audit_once_by_at ON audit_once USING btree (at);

create table backup_lease (
  "only" bigint not null,
  holder text collate "C" not null,
  lease_until bigint not null,
  CHECK (("only" = 1)),
  PRIMARY KEY ("only")
);

create table backup_runs (
  id text collate "C" not null,
  started_at bigint not null,
  ended_at bigint not null,
  outcome text collate "C" not null,
  cause text collate "C" not null,
  target text collate "C" not null,
  name text collate "C",
  bytes bigint,
  new_bytes bigint,
  images bigint,
  missing_images bigint,
  reason text collate "C",
  tried_at bigint,
  PRIMARY KEY (id)
);
CREATE INDEX backup_runs_by_outcome_started_at ON backup_runs USING btree (outcome, started_at);

create table certificate_keys (
  id text collate "C" not null,
  public_key text collate "C" not null,
  private_key bytea not null,
  created_at bigint not null,
  PRIMARY KEY (id)
);

create table data_keys (
  subject_id text collate "C" not null,
  wrapping_key_id text collate "C" not null,
  wrapped bytea not null,
  created_at bigint not null,
  PRIMARY KEY (subject_id)
);

create table database_move (
  "only" bigint not null,
  state text collate "C" not null,
  installation_id text collate "C" not null,
  other_place text collate "C" not null,
  changed_at bigint not null,
  CHECK (("only" = 1)),
  PRIMARY KEY ("only")
);

create table directory_visits (
  digest bytea not null,
  purpose text collate "C" not null,
  link_digest bytea,
  created_at bigint not null,
  PRIMARY KEY (digest)
);
CREATE INDEX directory_visits_by_created_at ON directory_visits USING btree (created_at);

create table erasure_certificates (
  erasure_id text collate "C" not null,
  key_id text collate "C" not null,
  body text collate "C" not null,
  signature text collate "C" not null,
  issued_at bigint not null,
  FOREIGN KEY (erasure_id) REFERENCES erasures(id),
  PRIMARY KEY (erasure_id)
);

create table erasure_steps (
  erasure_id text collate "C" not null,
  step text collate "C" not null,
  item text collate "C" not null,
  PRIMARY KEY (erasure_id, step, item)
);

create table erasures (
  id text collate "C" not null,
  verification_id text collate "C" not null,
  environment text collate "C" not null,
  country text collate "C" not null,
  status text collate "C" not null,
  submitted_at bigint not null,
  erased_at bigint not null,
  reason text collate "C" not null,
  ground text collate "C" not null,
  floor_ended_at bigint,
  by_kind text collate "C" not null,
  by_id text collate "C",
  requested_by text collate "C",
  approval_id text collate "C",
  authority_reference text collate "C",
  counts text collate "C" not null,
  digests text collate "C" not null,
  PRIMARY KEY (id),
  UNIQUE (verification_id)
);
CREATE TRIGGER erasures_are_not_changed BEFORE UPDATE ON erasures FOR EACH ROW EXECUTE FUNCTION erasures_are_not_changed() as begin raise exception 'entries of the erasure ledger are never changed'; end;
CREATE TRIGGER erasures_are_not_removed BEFORE DELETE ON erasures FOR EACH ROW EXECUTE FUNCTION erasures_are_not_removed() as begin raise exception 'entries of the erasure ledger are never removed'; end;

create table events (
  id text collate "C" not null,
  environment text collate "C" not null,
  type text collate "C" not null,
  subject_id text collate "C" not null,
  encrypted_under text collate "C" not null,
  body bytea,
  created_at bigint not null,
  PRIMARY KEY (id)
);
CREATE INDEX events_by_subject_id ON events USING btree (subject_id);
CREATE INDEX events_with_body ON events USING btree (id) WHERE (body IS NOT NULL);

create table face_comparisons (
  verification_id text collate "C" not null,
  outcome text collate "C" not null,
  advice bytea,
  compared_at bigint not null,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (verification_id)
);

create table idempotency (
  api_key_id text collate "C" not null,
  idempotency_key text collate "C" not null,
  fingerprint text collate "C" not null,
  status bigint not null,
  body bytea not null,
  created_at bigint not null,
  expires_at bigint not null,
  PRIMARY KEY (api_key_id, idempotency_key)
);
CREATE INDEX idempotency_by_expires_at ON idempotency USING btree (expires_at);

create table images (
  id text collate "C" not null,
  verification_id text collate "C" not null,
  role text collate "C" not null,
  format text collate "C" not null,
  width bigint not null,
  height bigint not null,
  orientation bigint not null,
  bytes bigint not null,
  sha256 text collate "C" not null,
  file text collate "C" not null,
  scan_verdict text collate "C" not null default 'not_scanned'::text,
  scanned_at bigint,
  created_at bigint not null,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (id),
  UNIQUE (file)
);
CREATE INDEX images_by_verification_id ON images USING btree (verification_id);

create table instance (
  "only" bigint not null,
  id text collate "C" not null,
  master_key_id text collate "C" not null,
  created_at bigint not null,
  CHECK (("only" = 1)),
  PRIMARY KEY ("only")
);

create table jobs (
  id text collate "C" not null,
  kind text collate "C" not null,
  subject_id text collate "C" not null,
  payload text collate "C" not null,
  state text collate "C" not null,
  step text collate "C" not null default 'ask'::text,
  due_at bigint not null,
  attempts bigint not null,
  throws bigint not null,
  runs bigint not null,
  interruptions bigint not null,
  lone_deaths bigint not null,
  is_trial bigint not null,
  is_ahead bigint not null default 0,
  owner text collate "C",
  failing_since bigint,
  reason text collate "C",
  created_at bigint not null,
  finished_at bigint,
  PRIMARY KEY (id),
  UNIQUE (kind, subject_id)
);
CREATE INDEX jobs_by_end_of_id ON jobs USING btree (substr(id, 27));
CREATE INDEX jobs_failed ON jobs USING btree (finished_at, id) WHERE (state = 'failed'::text);
CREATE INDEX jobs_finished ON jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX jobs_running ON jobs USING btree (owner, id) WHERE (state = 'running'::text);
CREATE INDEX jobs_waiting ON jobs USING btree (step, due_at, id, kind, interruptions, reason) WHERE (state = 'waiting'::text);

create table key_rotations (
  key_id text collate "C" not null,
  purpose text collate "C" not null,
  started_at bigint not null,
  moved_at bigint not null,
  "position" text collate "C" not null,
  rows_read bigint not null,
  rows_changed bigint not null,
  rows_failed bigint not null,
  changed_in_pass bigint not null,
  reencrypted_at bigint,
  last_pass_from bigint,
  finished_at bigint,
  PRIMARY KEY (key_id)
);

create table known_places (
  user_id text collate "C" not null,
  trait text collate "C" not null,
  value text collate "C" not null,
  last_at bigint not null,
  FOREIGN KEY (user_id) REFERENCES users(id),
  PRIMARY KEY (user_id, trait, value)
);
CREATE INDEX known_places_by_last_at ON known_places USING btree (last_at);

create table late_results (
  verification_id text collate "C" not null,
  finding text collate "C",
  results bytea not null,
  received_at bigint not null,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (verification_id)
);

create table legal_holds (
  id text collate "C" not null,
  verification_id text collate "C" not null,
  reason text collate "C" not null,
  reference text collate "C",
  set_by_kind text collate "C" not null,
  set_by_id text collate "C",
  set_at bigint not null,
  until bigint,
  released_by_kind text collate "C",
  released_by_id text collate "C",
  released_at bigint,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (id)
);
CREATE INDEX legal_holds_by_verification_id ON legal_holds USING btree (verification_id);
CREATE INDEX legal_holds_open ON legal_holds USING btree (id) WHERE (released_at IS NULL);

create table live_days (
  api_key_id text collate "C" not null,
  starts_at bigint not null,
  verifications bigint not null,
  PRIMARY KEY (api_key_id, starts_at)
);

create table master_keys (
  fingerprint text collate "C" not null,
  used_since bigint not null,
  replaced_at bigint,
  escrow_confirmed_at bigint,
  PRIMARY KEY (fingerprint)
);

create table name_indexing (
  "only" bigint not null,
  indexed_to text collate "C" not null,
  CHECK (("only" = 1)),
  PRIMARY KEY ("only")
);

create table nodes (
  id text collate "C" not null,
  host text collate "C" not null,
  version text collate "C" not null,
  schema_version bigint not null,
  started_at bigint not null,
  seen_at bigint not null,
  beats bigint not null,
  draining_since bigint,
  master_key_id text collate "C" not null,
  PRIMARY KEY (id)
);

create table outbound_calls (
  id text collate "C" not null,
  started_at bigint not null,
  duration_ms bigint,
  purpose text collate "C" not null,
  provider text collate "C",
  method text collate "C" not null,
  host text collate "C" not null,
  field_names text collate "C" not null,
  body_bytes bigint not null,
  body_sha256 text collate "C",
  outcome text collate "C" not null,
  status bigint,
  node_id text collate "C",
  PRIMARY KEY (id)
);
CREATE INDEX outbound_calls_begun ON outbound_calls USING btree (node_id) WHERE (outcome = 'begun'::text);
CREATE INDEX outbound_calls_by_host_id ON outbound_calls USING btree (host, id);
CREATE INDEX outbound_calls_by_purpose_id ON outbound_calls USING btree (purpose, id);

create table outgoing_pause (
  "only" bigint not null,
  paused_at bigint not null,
  backup text collate "C" not null,
  CHECK (("only" = 1)),
  PRIMARY KEY ("only")
);

create table passkeys (
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text collate "C" not null,
  public_key bytea not null,
  counter bigint not null,
  transports text collate "C" not null,
  created_at bigint not null,
  last_used_at bigint,
  FOREIGN KEY (user_id) REFERENCES users(id),
  PRIMARY KEY (id)
);
CREATE INDEX passkeys_by_user_id ON passkeys USING btree (user_id);

create table provider_jobs (
  verification_id text collate "C" not null,
  provider text collate "C" not null,
  job_id text collate "C" not null,
  user_id text collate "C" not null,
  reference text collate "C",
  images_decoded_at bigint,
  created_at bigint not null,
  upload_started_at bigint,
  submitted_at bigint,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (verification_id),
  UNIQUE (job_id)
);
CREATE INDEX provider_jobs_by_user_id ON provider_jobs USING btree (user_id);

create table purpose_keys (
  id text collate "C" not null,
  purpose text collate "C" not null,
  master_key_id text collate "C" not null,
  wrapped bytea,
  check_value bytea not null,
  created_at bigint not null,
  used_from bigint not null,
  destroyed_at bigint,
  PRIMARY KEY (id)
);

create table quality_checks (
  id text collate "C" not null,
  review_id text collate "C" not null,
  verification_id text collate "C" not null,
  environment text collate "C" not null,
  decided_by text collate "C" not null,
  involved text collate "C" not null,
  claimed_by text collate "C",
  claimed_until bigint,
  claimed_at bigint,
  checked_by text collate "C",
  outcome text collate "C",
  outcome_reasons text collate "C",
  worked_ms bigint,
  result text collate "C",
  created_at bigint not null,
  closed_at bigint,
  differed_at bigint,
  FOREIGN KEY (review_id) REFERENCES reviews(id),
  PRIMARY KEY (id),
  UNIQUE (review_id),
  UNIQUE (verification_id)
);
CREATE INDEX quality_checks_claimed ON quality_checks USING btree (claimed_by) WHERE (claimed_by IS NOT NULL);
CREATE INDEX quality_checks_closed ON quality_checks USING btree (environment, closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX quality_checks_differing ON quality_checks USING btree (environment, id) WHERE (differed_at IS NOT NULL);
CREATE INDEX quality_checks_open ON quality_checks USING btree (environment, id) WHERE (closed_at IS NULL);

create table rate_windows (
  subject text collate "C" not null,
  ends_at bigint not null,
  taken bigint not null,
  PRIMARY KEY (subject)
);
CREATE INDEX rate_windows_by_ends_at ON rate_windows USING btree (ends_at);

create table recovery_codes (
  digest bytea not null,
  user_id text collate "C" not null,
  used_at bigint,
  FOREIGN KEY (user_id) REFERENCES users(id),
  PRIMARY KEY (digest)
);
CREATE INDEX recovery_codes_by_user_id ON recovery_codes USING btree (user_id);

create table relationship_ends (
  verification_id text collate "C" not null,
  ended_at bigint not null,
  stated_by_kind text collate "C" not null,
  stated_by_id text collate "C",
  stated_at bigint not null,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (verification_id)
);
CREATE INDEX relationship_ends_by_ended_at ON relationship_ends USING btree (ended_at);

create table restored_copy (
  "only" bigint not null,
  id text collate "C" not null,
  restored_at bigint not null,
  backup text collate "C" not null,
  takes_place_since bigint,
  CHECK (("only" = 1)),
  PRIMARY KEY ("only")
);

create table retention_run (
  "only" bigint not null,
  owner text collate "C",
  lease_until bigint not null,
  started_at bigint not null,
  finished_at bigint,
  verifications bigint not null,
  images bigint not null,
  CHECK (("only" = 1)),
  PRIMARY KEY ("only")
);

create table review_decisions (
  id text collate "C" not null,
  review_id text collate "C" not null,
  verification_id text collate "C" not null,
  environment text collate "C" not null,
  decided_by text collate "C" not null,
  outcome text collate "C" not null,
  at bigint not null,
  worked_ms bigint,
  result text collate "C" not null,
  second_id text collate "C",
  answered_at bigint,
  FOREIGN KEY (review_id) REFERENCES reviews(id),
  PRIMARY KEY (id)
);
CREATE INDEX review_decisions_answered ON review_decisions USING btree (second_id, answered_at, id) WHERE (second_id IS NOT NULL);
CREATE INDEX review_decisions_by_decided_by_id ON review_decisions USING btree (decided_by, id);
CREATE INDEX review_decisions_by_review_id ON review_decisions USING btree (review_id);
CREATE INDEX review_decisions_measured ON review_decisions USING btree (environment, at, decided_by, outcome, result, worked_ms);

create table review_entries (
  id text collate "C" not null,
  review_id text collate "C" not null,
  number bigint not null,
  kind text collate "C" not null,
  author_id text collate "C",
  details text collate "C" not null,
  note bytea,
  at bigint not null,
  FOREIGN KEY (review_id) REFERENCES reviews(id),
  PRIMARY KEY (id),
  UNIQUE (review_id, number)
);
CREATE TRIGGER review_entries_are_not_changed BEFORE UPDATE ON review_entries FOR EACH ROW EXECUTE FUNCTION review_entries_are_not_changed() as begin raise exception 'entries of a review are never changed'; end;

create table review_notices (
  id text collate "C" not null,
  user_id text collate "C" not null,
  review_id text collate "C" not null,
  verification_id text collate "C" not null,
  environment text collate "C" not null,
  kind text collate "C" not null,
  by_id text collate "C",
  reason text collate "C",
  at bigint not null,
  FOREIGN KEY (review_id) REFERENCES reviews(id),
  PRIMARY KEY (id),
  UNIQUE (user_id, review_id, kind)
);
CREATE INDEX review_notices_by_review_id ON review_notices USING btree (review_id);
CREATE INDEX review_notices_by_user_id_environment_id ON review_notices USING btree (user_id, environment, id);

create table reviews (
  id text collate "C" not null,
  verification_id text collate "C" not null,
  environment text collate "C" not null,
  state text collate "C" not null,
  causes text collate "C" not null,
  claimed_by text collate "C",
  claimed_until bigint,
  claimed_at bigint,
  assigned_to text collate "C",
  due_at bigint not null default 0,
  score_order bigint not null default 1001,
  kept_for text collate "C",
  kept_until bigint,
  proposal_id text collate "C",
  proposed_by text collate "C",
  proposed_at bigint,
  checker_id text collate "C",
  proposal_evidence text collate "C",
  outcome text collate "C",
  outcome_reasons text collate "C",
  decided_by text collate "C",
  approved_by text collate "C",
  created_at bigint not null,
  closed_at bigint,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (id),
  UNIQUE (verification_id)
);
CREATE INDEX reviews_assigned ON reviews USING btree (assigned_to, due_at, id) WHERE ((closed_at IS NULL) AND (assigned_to IS NOT NULL));
CREATE INDEX reviews_by_approved_by_closed_at_id ON reviews USING btree (approved_by, closed_at, id) WHERE (approved_by IS NOT NULL);
CREATE INDEX reviews_by_checker_id_id ON reviews USING btree (checker_id, id) WHERE (checker_id IS NOT NULL);
CREATE INDEX reviews_by_decided_by_closed_at_id ON reviews USING btree (decided_by, closed_at, id) WHERE (decided_by IS NOT NULL);
CREATE INDEX reviews_by_end_of_id ON reviews USING btree (substr(id, 27));
CREATE INDEX reviews_by_environment_state_id ON reviews USING btree (environment, state, id);
CREATE INDEX reviews_by_kept_for_id ON reviews USING btree (kept_for, id) WHERE (kept_for IS NOT NULL);
CREATE INDEX reviews_by_proposed_by_id ON reviews USING btree (proposed_by, id) WHERE (proposed_by IS NOT NULL);
CREATE INDEX reviews_claimed ON reviews USING btree (claimed_by) WHERE (claimed_by IS NOT NULL);
CREATE INDEX reviews_closed ON reviews USING btree (environment, closed_at, id) WHERE (closed_at IS NOT NULL);
CREATE INDEX reviews_due ON reviews USING btree (environment, state, due_at, id) WHERE (closed_at IS NULL);
CREATE INDEX reviews_score ON reviews USING btree (environment, state, score_order, id) WHERE (closed_at IS NULL);
CREATE INDEX reviews_unassigned ON reviews USING btree (environment, state, due_at, id) WHERE ((closed_at IS NULL) AND (assigned_to IS NULL));

create table saved_filters (
  id text collate "C" not null,
  owner_id text collate "C" not null,
  list text collate "C" not null,
  name text collate "C" not null,
  parameters text collate "C" not null,
  is_shared bigint not null,
  created_at bigint not null,
  FOREIGN KEY (owner_id) REFERENCES users(id),
  PRIMARY KEY (id),
  UNIQUE (owner_id, list, name)
);
CREATE INDEX saved_filters_shared ON saved_filters USING btree (list, name, id) WHERE (is_shared = 1);

create table scheduled_runs (
  task text collate "C" not null,
  fire_at bigint not null,
  node_id text collate "C" not null,
  started_at bigint not null,
  ended_at bigint,
  count bigint,
  PRIMARY KEY (task, fire_at)
);
CREATE INDEX scheduled_runs_under_way ON scheduled_runs USING btree (task) WHERE (ended_at IS NULL);

create table schema_migrations (
  version bigint not null,
  name text collate "C" not null,
  kind text collate "C" not null,
  applied_at bigint not null,
  PRIMARY KEY (version)
);

create table scores (
  id text collate "C" not null,
  verification_id text collate "C" not null,
  score bigint not null,
  confidence double precision not null,
  model_version text collate "C" not null,
  reference_version text collate "C",
  flags text collate "C" not null,
  features_used text collate "C" not null,
  features text collate "C",
  computed_at bigint not null,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (verification_id),
  UNIQUE (id)
);

create table sessions (
  id text collate "C" not null,
  digest bytea not null,
  user_id text collate "C" not null,
  stage text collate "C" not null,
  client_address text collate "C" not null,
  browser text collate "C" not null,
  challenge text collate "C",
  challenge_at bigint,
  offered_totp bytea,
  created_at bigint not null,
  used_at bigint not null,
  confirmed_at bigint,
  FOREIGN KEY (user_id) REFERENCES users(id),
  PRIMARY KEY (id),
  UNIQUE (digest)
);
CREATE INDEX sessions_by_created_at ON sessions USING btree (created_at);
CREATE INDEX sessions_by_user_id ON sessions USING btree (user_id);

create table setting_digests (
  name text collate "C" not null,
  digest text collate "C" not null,
  PRIMARY KEY (name)
);

create table sign_in_attempts (
  subject text collate "C" not null,
  failures bigint not null,
  last_failed_at bigint not null,
  PRIMARY KEY (subject)
);
CREATE INDEX sign_in_attempts_by_last_failed_at ON sign_in_attempts USING btree (last_failed_at);

create table stored_images (
  "only" bigint not null,
  bytes bigint not null,
  CHECK (("only" = 1)),
  PRIMARY KEY ("only")
);

create table subject_exports (
  id text collate "C" not null,
  verification_id text collate "C" not null,
  made_at bigint not null,
  sha256 text collate "C" not null,
  recipient text collate "C",
  handed_over_at bigint,
  deleted_at bigint,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (id)
);
CREATE INDEX subject_exports_by_deleted_at_made_at ON subject_exports USING btree (deleted_at, made_at);

create table usage_counters (
  span text collate "C" not null,
  environment text collate "C" not null,
  starts_at bigint not null,
  api_key_id text collate "C" not null,
  type text collate "C" not null,
  billable bigint not null,
  events bigint not null,
  quantity bigint not null,
  PRIMARY KEY (span, environment, starts_at, api_key_id, type, billable)
);
CREATE INDEX usage_counters_by_api_key_id_span_environment_starts_at ON usage_counters USING btree (api_key_id, span, environment, starts_at);

create table usage_differences (
  span text collate "C" not null,
  starts_at bigint not null,
  environment text collate "C" not null,
  api_key_id text collate "C" not null,
  type text collate "C" not null,
  billable bigint not null,
  counted_events bigint not null,
  counted_quantity bigint not null,
  summed_events bigint not null,
  summed_quantity bigint not null,
  noticed_at bigint not null,
  PRIMARY KEY (span, starts_at, environment, api_key_id, type, billable)
);

create table usage_events (
  id text collate "C" not null,
  environment text collate "C" not null,
  api_key_id text collate "C" not null,
  verification_id text collate "C" not null,
  type text collate "C" not null,
  deduplication_key text collate "C" not null,
  quantity bigint not null,
  billable bigint not null,
  source text collate "C" not null,
  corrects_id text collate "C",
  reason text collate "C",
  created_at bigint not null,
  PRIMARY KEY (id),
  UNIQUE (verification_id, type, deduplication_key)
);
CREATE INDEX usage_events_by_api_key_id_type_billable_id ON usage_events USING btree (api_key_id, type, billable, id);
CREATE INDEX usage_events_by_environment_type_billable_id ON usage_events USING btree (environment, type, billable, id);

create table usage_recount (
  "only" bigint not null,
  counted_to bigint not null,
  finished_at bigint not null,
  CHECK (("only" = 1)),
  PRIMARY KEY ("only")
);

create table user_links (
  digest bytea not null,
  kind text collate "C" not null,
  user_id text collate "C",
  made_by_kind text collate "C",
  made_by_id text collate "C",
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  FOREIGN KEY (user_id) REFERENCES users(id),
  PRIMARY KEY (digest)
);
CREATE INDEX user_links_by_user_id ON user_links USING btree (user_id);

create table users (
  id text collate "C" not null,
  email text collate "C" not null,
  name text collate "C" not null,
  role text collate "C" not null,
  state text collate "C" not null,
  password_hash text collate "C",
  password_changed_at bigint,
  totp bytea,
  totp_last_step bigint,
  wrong_codes bigint not null default 0,
  created_at bigint not null,
  last_signed_in_at bigint,
  directory_issuer text collate "C",
  directory_subject text collate "C",
  PRIMARY KEY (id),
  UNIQUE (directory_issuer, directory_subject),
  UNIQUE (email)
);
CREATE INDEX users_by_end_of_id ON users USING btree (substr(id, 27));
CREATE INDEX users_by_role ON users USING btree (role);

create table verification_code_counters (
  environment text collate "C" not null,
  starts_at bigint not null,
  country text collate "C" not null,
  kind text collate "C" not null,
  code text collate "C" not null,
  verifications bigint not null,
  PRIMARY KEY (environment, starts_at, country, kind, code)
);

create table verification_counters (
  environment text collate "C" not null,
  starts_at bigint not null,
  country text collate "C" not null,
  id_type text collate "C" not null,
  kind text collate "C" not null,
  verifications bigint not null,
  PRIMARY KEY (environment, starts_at, country, id_type, kind)
);

create table verification_names (
  environment text collate "C" not null,
  digest bytea not null,
  verification_id text collate "C" not null,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (environment, digest, verification_id)
);
CREATE INDEX verification_names_by_verification_id ON verification_names USING btree (verification_id);

create table verification_tags (
  environment text collate "C" not null,
  tag text collate "C" not null,
  verification_id text collate "C" not null,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (environment, tag, verification_id)
);

create table verification_times (
  environment text collate "C" not null,
  starts_at bigint not null,
  kind text collate "C" not null,
  country text collate "C" not null,
  up_to_ms bigint not null,
  verifications bigint not null,
  PRIMARY KEY (environment, starts_at, kind, country, up_to_ms)
);

create table verifications (
  id text collate "C" not null,
  environment text collate "C" not null,
  api_key_id text collate "C" not null,
  external_ref text collate "C",
  country text collate "C" not null,
  id_type text collate "C" not null,
  status text collate "C" not null,
  scoring text collate "C" not null default 'not_requested'::text,
  claims bytea not null,
  id_number_index bytea,
  number_birth_date_index bytea,
  number_name_index bytea,
  provider_answer bytea,
  result_code text collate "C",
  reasons text collate "C" not null,
  checks text collate "C" not null,
  findings text collate "C" not null,
  created_at bigint not null,
  completed_at bigint,
  PRIMARY KEY (id)
);
CREATE INDEX verifications_by_document_number ON verifications USING btree (environment, id_number_index, id) WHERE (id_number_index IS NOT NULL);
CREATE INDEX verifications_by_end_of_id ON verifications USING btree (substr(id, 27));
CREATE INDEX verifications_by_environment_country_id ON verifications USING btree (environment, country, id);
CREATE INDEX verifications_by_environment_external_ref_id ON verifications USING btree (environment, lower(external_ref), id) WHERE (external_ref IS NOT NULL);
CREATE INDEX verifications_by_environment_id ON verifications USING btree (environment, id);
CREATE INDEX verifications_by_environment_id_type_id ON verifications USING btree (environment, id_type, id);
CREATE INDEX verifications_by_environment_status_id ON verifications USING btree (environment, status, id);
CREATE INDEX verifications_by_status_country_id_type_id ON verifications USING btree (environment, status, country, id_type, id);
CREATE INDEX verifications_pending_of_key ON verifications USING btree (api_key_id) WHERE ((environment = 'live'::text) AND (status = 'pending'::text));
CREATE INDEX verifications_scoring_skipped ON verifications USING btree (environment, id) WHERE (scoring = 'skipped'::text);

create table waiting_causes (
  environment text collate "C" not null,
  cause text collate "C" not null,
  review_id text collate "C" not null,
  due_at bigint not null default 0,
  score_order bigint not null default 1001,
  FOREIGN KEY (review_id) REFERENCES reviews(id),
  PRIMARY KEY (environment, cause, review_id)
);
CREATE INDEX waiting_causes_by_review_id ON waiting_causes USING btree (review_id);
CREATE INDEX waiting_causes_due ON waiting_causes USING btree (environment, cause, due_at, review_id);
CREATE INDEX waiting_causes_score ON waiting_causes USING btree (environment, cause, score_order, review_id);

create table webhook_alerts (
  id text collate "C" not null,
  environment text collate "C" not null,
  webhook_id text collate "C" not null,
  kind text collate "C" not null,
  delivery_id text collate "C",
  error text collate "C",
  status bigint,
  failing_since bigint not null,
  created_at bigint not null,
  FOREIGN KEY (webhook_id) REFERENCES webhooks(id),
  PRIMARY KEY (id),
  UNIQUE (webhook_id, kind, failing_since)
);
CREATE INDEX webhook_alerts_by_environment_id ON webhook_alerts USING btree (environment, id);
CREATE INDEX webhook_alerts_by_webhook_id_id ON webhook_alerts USING btree (webhook_id, id);

create table webhook_attempts (
  delivery_id text collate "C" not null,
  number bigint not null,
  started_at bigint not null,
  duration_ms bigint not null,
  status bigint,
  error text collate "C",
  FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id),
  PRIMARY KEY (delivery_id, number)
);
CREATE INDEX webhook_attempts_by_started_at ON webhook_attempts USING btree (started_at);

create table webhook_deliveries (
  id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  webhook_id text collate "C" not null,
  state text collate "C" not null,
  priority text collate "C" not null,
  due_at bigint not null,
  attempts bigint not null,
  failed_attempts bigint not null,
  replays bigint not null,
  last_status bigint,
  last_error text collate "C",
  created_at bigint not null,
  finished_at bigint,
  FOREIGN KEY (event_id) REFERENCES events(id),
  FOREIGN KEY (webhook_id) REFERENCES webhooks(id),
  PRIMARY KEY (id),
  UNIQUE (event_id, webhook_id)
);
CREATE INDEX webhook_deliveries_by_end_of_id ON webhook_deliveries USING btree (substr(id, 27));
CREATE INDEX webhook_deliveries_by_webhook_id_state_event_type_id ON webhook_deliveries USING btree (webhook_id, state, event_type, id);
CREATE INDEX webhook_deliveries_finished ON webhook_deliveries USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries USING btree (webhook_id, priority, due_at, id) WHERE (state = 'pending'::text);

create table webhook_leases (
  webhook_id text collate "C" not null,
  node_id text collate "C" not null,
  until bigint not null,
  PRIMARY KEY (webhook_id)
);

create table webhooks (
  id text collate "C" not null,
  environment text collate "C" not null,
  url text collate "C" not null,
  events text collate "C" not null,
  description text collate "C",
  active bigint not null,
  timestamp_mode text collate "C" not null,
  secrets bytea not null,
  client_certificate text collate "C",
  client_key bytea,
  version bigint not null,
  created_at bigint not null,
  failing_since bigint,
  deleted_at bigint,
  PRIMARY KEY (id)
);
CREATE INDEX webhooks_by_end_of_id ON webhooks USING btree (substr(id, 26));
CREATE INDEX webhooks_by_environment_id ON webhooks USING btree (environment, id);

create table zone_readings (
  verification_id text collate "C" not null,
  outcome text collate "C" not null,
  side text collate "C",
  corners text collate "C",
  zone bytea,
  read_at bigint not null,
  FOREIGN KEY (verification_id) REFERENCES verifications(id),
  PRIMARY KEY (verification_id)
);

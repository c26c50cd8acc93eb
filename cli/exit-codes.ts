// The table of exit statuses of `svc`, by error code and error class.

import type { BackupReason } from '../server/backup/backup-error.ts'
import type { ConsoleErrorCode, ErrorCode } from '../server/kernel/app-error.ts'
import type { CommandErrorCode } from './command-error.ts'

export const exitStatus = {
  ok: 0,
  failed: 1,
  usage: 2,
  /** The command ran and found problems. */
  problemsFound: 3,
  notAllowed: 4,
  notFound: 5,
  conflict: 6,
  /** The server did not answer in time; trying again is safe. */
  unreachable: 7,
  interrupted: 130,
} as const

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]

/** Error codes of the product's own code, of a server and of the command line. */
export const statusOfCode: Readonly<
  Record<ErrorCode | ConsoleErrorCode | CommandErrorCode, ExitStatus>
> = {
  invalid_request: exitStatus.usage,
  invalid_image: exitStatus.usage,
  unsupported_country: exitStatus.usage,
  unsupported_document: exitStatus.usage,
  invalid_webhook_url: exitStatus.usage,
  unauthenticated: exitStatus.notAllowed,
  missing_scope: exitStatus.notAllowed,
  wrong_environment: exitStatus.notAllowed,
  address_not_allowed: exitStatus.notAllowed,
  missing_permission: exitStatus.notAllowed,
  confirmation_required: exitStatus.notAllowed,
  cross_site_request: exitStatus.notAllowed,
  second_person_required: exitStatus.notAllowed,
  not_found: exitStatus.notFound,
  method_not_allowed: exitStatus.failed,
  not_acceptable: exitStatus.failed,
  unsupported_media_type: exitStatus.failed,
  verification_pending: exitStatus.conflict,
  verification_not_scorable: exitStatus.conflict,
  idempotency_conflict: exitStatus.conflict,
  idempotency_in_progress: exitStatus.conflict,
  conflict: exitStatus.conflict,
  payload_too_large: exitStatus.usage,
  rate_limited: exitStatus.unreachable,
  internal_error: exitStatus.failed,
  not_implemented: exitStatus.failed,
  unavailable: exitStatus.unreachable,
  scoring_unavailable: exitStatus.unreachable,
  usage: exitStatus.usage,
  cancelled: exitStatus.failed,
  not_initialised: exitStatus.conflict,
  precondition_failed: exitStatus.conflict,
  database_damaged: exitStatus.conflict,
  database_busy: exitStatus.unreachable,
  no_api_key: exitStatus.notAllowed,
  unreachable: exitStatus.unreachable,
  timed_out: exitStatus.unreachable,
  interrupted: exitStatus.interrupted,
}

/** Reasons of backups and restores, which name what is wrong with the place, the keys or the backup itself. */
export const statusOfBackupReason: Readonly<Record<BackupReason, ExitStatus>> = {
  not_set_up: exitStatus.usage,
  recipient_unusable: exitStatus.usage,
  identity_unusable: exitStatus.usage,
  wrong_identity: exitStatus.conflict,
  wrong_master_key: exitStatus.conflict,
  damaged: exitStatus.problemsFound,
  incomplete: exitStatus.problemsFound,
  database_damaged: exitStatus.conflict,
  not_decryptable: exitStatus.conflict,
  newer_release: exitStatus.conflict,
  not_found: exitStatus.notFound,
  target_unreachable: exitStatus.unreachable,
  images_unreachable: exitStatus.unreachable,
  target_unusable: exitStatus.conflict,
  place_missing: exitStatus.failed,
  place_unmarked: exitStatus.conflict,
  other_copy: exitStatus.conflict,
  other_installation: exitStatus.conflict,
  disk_full: exitStatus.failed,
  disk_low: exitStatus.conflict,
  already_running: exitStatus.conflict,
  target_exists: exitStatus.conflict,
  interrupted: exitStatus.interrupted,
  failed: exitStatus.failed,
}

/** How an error is reported: its code for programs, its exit status, and advice if its message has none. */
export interface ErrorVerdict {
  readonly code: string
  readonly status: ExitStatus
  readonly advice?: string
}

/** Error classes of the server, by name: importing the classes would load the whole server. */
export const verdictOfName: Readonly<Record<string, ErrorVerdict>> = {
  ConfigError: { code: 'invalid_configuration', status: exitStatus.usage },
  MasterKeyError: { code: 'master_key_unusable', status: exitStatus.conflict },
  MigrationError: { code: 'database_unusable', status: exitStatus.conflict },
  DatabaseMovedError: { code: 'database_moved', status: exitStatus.conflict },
  DatabaseLeavingError: { code: 'database_moving', status: exitStatus.conflict },
  MoveRefusedError: { code: 'copy_refused', status: exitStatus.conflict },
  ImagesUnreachableError: { code: 'images_unreachable', status: exitStatus.conflict },
  ServerLockedError: { code: 'server_running', status: exitStatus.conflict },
  UpgradeError: { code: 'upgrade_refused', status: exitStatus.conflict },
  FaceModelError: { code: 'invalid_configuration', status: exitStatus.usage },
  TlsFilesError: { code: 'invalid_configuration', status: exitStatus.usage },
}

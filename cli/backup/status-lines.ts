// What `svc status` says about backups.

import type { BackupStatus } from '../../server/backup/backup-policy.ts'
import type { Dialect } from '../../server/kernel/dialect.ts'
import type { Problem } from '../../server/operations/status/status-policy.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { spanText } from '../text/from-now.ts'
import { second } from '../text/instant-text.ts'

/** With PostgreSQL the operator's own backups are the only ones, and nothing is known of them here. */
export function backupsText(
  { backups, dialect }: { readonly backups: BackupStatus; readonly dialect: Dialect },
  nowMs: number,
): string {
  const { state, lastSuccessAt, failures } = backups
  if (dialect === 'postgres') return 'made outside svc, with the means of PostgreSQL'
  if (state === 'not_set_up') return 'not set up'
  const last =
    lastSuccessAt === undefined ? 'none yet' : `last ${ageText(lastSuccessAt, nowMs)} ago`
  return failures === 0
    ? last
    : `${last}, failed ${failures === 1 ? 'once' : `${failures} times`} since`
}

function ageText(instantMs: number, nowMs: number): string {
  return spanText(Math.max(0, nowMs - instantMs))
}

type BackupProblem = Extract<
  Problem,
  { readonly kind: 'outgoing_paused' | 'backup_failing' | 'backup_overdue' }
>

export function describeBackupProblem(problem: BackupProblem): {
  readonly text: string
  readonly command: string
} {
  switch (problem.kind) {
    case 'outgoing_paused':
      return {
        text: `A backup was restored: nothing has been sent to the outside since ${second(problem.since)}. In a drill, leave it paused.`,
        command: 'svc resume-outgoing',
      }
    case 'backup_failing':
      return {
        text: `${lastBackupText(problem.lastSuccessAt)} Since then ${countedNoun(problem.failures, 'attempt')} failed, the last with ${problem.reason}.`,
        // A command may write where the unit does not let the server.
        command: problem.reason === 'target_unusable' ? 'svc doctor' : 'svc backup create',
      }
    case 'backup_overdue':
      return { text: lastBackupText(problem.lastSuccessAt), command: 'svc backup create' }
  }
}

function lastBackupText(lastSuccessAt: number | undefined): string {
  return lastSuccessAt === undefined
    ? 'There is no backup yet.'
    : `The last backup is of ${second(lastSuccessAt)}.`
}

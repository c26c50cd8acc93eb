// What `svc status` says about nodes, the database, its keys and the store of the images.

import type { Problem } from '../../server/operations/status/status-policy.ts'
import { second } from '../text/instant-text.ts'

type StoredProblem = Extract<
  Problem,
  {
    readonly kind:
      | 'entries_lost'
      | 'database_damaged'
      | 'master_key_source_lost'
      | 'images_unreachable'
      | 'nodes_silent'
      | 'key_rotation_stalled'
      | 'master_key_unfinished'
      | 'master_key_behind'
  }
>

/** Describes a problem, with the command that says more. */
export function describeStoredProblem(problem: StoredProblem): {
  readonly text: string
  readonly command: string
} {
  switch (problem.kind) {
    case 'entries_lost':
      return {
        text: 'The database lacks entries that it had: its write-ahead log was lost, or an older copy was put in its place. Stop the server and restore a backup, or accept the loss (svc help operating).',
        command: 'svc audit verify',
      }
    case 'database_damaged':
      return {
        text: `Pages of the database cannot be read (${problem.tables.join(', ')}; found ${second(problem.at)}). Stop the server, keep a copy of the data folder, check the disk, and restore a backup.`,
        command: 'svc help operating',
      }
    case 'master_key_source_lost':
      return { text: masterKeyText(problem), command: 'svc help encryption-keys' }
    case 'nodes_silent':
      return {
        text: `No node has given a sign of life since ${second(problem.seenAt)} (${problem.hosts.join(', ')}). Those that run cannot write to the database and do no work, unless only their clocks differ.`,
        command: 'svc nodes list',
      }
    case 'key_rotation_stalled':
      return {
        text: `The rotation of encryption keys begun at ${second(problem.since)} does not move on (${problem.purposes.join(', ')}; last step at ${second(problem.movedAt)}). See key_rotation_failed and master_key_not_available in the log.`,
        command: 'svc crypto status',
      }
    case 'master_key_unfinished':
      return { text: problem.advice, command: 'svc crypto status' }
    case 'master_key_behind':
      return {
        text: `The master key was changed, and ${problem.servers.join(', ')} still holds the older one: put the new key where its settings name it, then restart it.`,
        command: 'svc crypto status',
      }
    case 'images_unreachable':
      return {
        text: `Submissions are refused and images cannot be shown. ${problem.message}`,
        command: 'svc config check --connect',
      }
  }
}

function masterKeyText({
  reason,
  isServing,
}: Extract<Problem, { readonly kind: 'master_key_source_lost' }>): string {
  if (!isServing) return reason
  // The sentence of a missing file warns of a stop already.
  const isWarned = reason.includes('do not stop it')
  const advice = isWarned ? '' : ' The server goes on with the key in its memory: do not stop it.'
  return `${reason}${advice}`
}

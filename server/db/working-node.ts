// A server that works on a shared database, as a migration sees it: what it removes or rewrites, no older release may
// need any more.

import { silentAfterMs } from '../kernel/live-nodes.ts'
import type { Migration } from './migrations/index.ts'

export interface WorkingNode {
  readonly id: string
  readonly host: string
  readonly version: string
  /** The newest schema that its release knows. */
  readonly schemaVersion: number
}

/** Returns those whose release does not know the migration. */
export function olderThan(
  nodes: readonly WorkingNode[],
  { version }: Pick<Migration, 'version'>,
): readonly WorkingNode[] {
  return nodes.filter(({ schemaVersion }) => schemaVersion < version)
}

/** Says why a migration that removes or rewrites something cannot be applied yet. */
export function waitsForNodes(
  { version, name, kind }: Pick<Migration, 'version' | 'name' | 'kind'>,
  nodes: readonly WorkingNode[],
): string {
  const shown = nodes.map((node) => `${node.id} (release ${node.version} on ${node.host})`)
  return `migration ${version} (${name}, ${kind}) waits until no server of an older release works: ${shown.join(', ')}. Bring each to this release or stop it, then run svc migrate; ${silentAfterMs / 1000} seconds after a crash it counts as stopped`
}

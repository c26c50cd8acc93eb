// Judges the servers themselves: whether one runs and is heard, and whether changes of their keys are finished. Pure.

import { areSilent, type Node } from '../../nodes/node.ts'
import type { KeyProgress, StalledRotation } from '../encryption-keys/key-rotation.ts'

export type ServerProblem =
  | { readonly kind: 'server_not_running' }
  | {
      /** Servers that run do no work then. */
      readonly kind: 'nodes_silent'
      readonly hosts: readonly string[]
      /** The last sign of life. */
      readonly seenAt: number
    }
  | ({ readonly kind: 'key_rotation_stalled' } & StalledRotation)
  | { readonly kind: 'master_key_unfinished'; readonly advice: string }
  | { readonly kind: 'master_key_behind'; readonly servers: readonly string[] }

interface Servers {
  readonly isServing: boolean
  readonly isShared?: boolean
  readonly nowMs: number
}

export function problemsOfServers(
  nodes: readonly Node[],
  { isServing, isShared = false, nowMs }: Servers,
): readonly ServerProblem[] {
  if (isShared && areSilent(nodes, nowMs)) {
    const seenAt = Math.max(...nodes.map((node) => node.seenAt))
    return [{ kind: 'nodes_silent', hosts: nodes.map(({ host }) => host), seenAt }]
  }
  return isServing ? [] : [{ kind: 'server_not_running' }]
}

export function problemsOfKeys(progress: KeyProgress | undefined): readonly ServerProblem[] {
  const { stalled, unfinished: advice, behind = [] } = progress ?? {}
  return [
    ...(advice === undefined ? [] : [{ kind: 'master_key_unfinished', advice } as const]),
    ...(behind.length === 0 ? [] : [{ kind: 'master_key_behind', servers: behind } as const]),
    ...(stalled === undefined ? [] : [{ kind: 'key_rotation_stalled', ...stalled } as const]),
  ]
}

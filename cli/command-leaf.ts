// A command of the tree: its name, its summary, and its file, which is loaded only when the command is named.

import type { CommandModule } from './context.ts'

export interface Leaf {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<CommandModule>
}

export function leaf(name: string, summary: string, load: Leaf['load']): Leaf {
  return { name, summary, load }
}

// Reads all of stdin for commands that take a file or stdin.

import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CommandContext } from './context.ts'

/** @throws the reason of `interrupted` once that aborts */
export async function readStdin({
  shell,
  interrupted,
}: Pick<CommandContext, 'shell' | 'interrupted'>): Promise<Buffer> {
  try {
    return await buffer(addAbortSignal(interrupted, shell.stdin))
  } catch (error) {
    // The stream's own error hides the reason of the signal.
    interrupted.throwIfAborted()
    throw error
  }
}

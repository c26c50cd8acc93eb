// Checks the structure of a database file within a time limit.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { workerFile } from '../../kernel/built-files.js'
import { noDebugger } from '../../kernel/no-debugger.ts'

export type QuickCheck =
  /** At most 20 faults, in SQLite's words. */
  | { readonly kind: 'checked'; readonly faults: readonly string[] }
  | { readonly kind: 'over_time' }
  /** The file could not be opened or read. */
  | { readonly kind: 'not_made' }

const outputBytesMax = 100_000

/** Reads the whole file, in a process that is killed after `timeoutMs`. */
export function quickCheck(file: string, timeoutMs: number): Promise<QuickCheck> {
  return new Promise((resolve) => {
    const node = process.execPath
    const program = fileURLToPath(workerFile('./quick-check-program.ts', import.meta.url))
    const child = spawn(node, [noDebugger, program, file], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length < outputBytesMax) output += chunk.toString()
    })
    child.once('error', () => resolve({ kind: 'not_made' }))
    child.once('close', (status, signal) => {
      if (signal === 'SIGKILL') resolve({ kind: 'over_time' })
      else resolve(status === 0 ? parse(output) : { kind: 'not_made' })
    })
  })
}

function parse(output: string): QuickCheck {
  const faults = z.array(z.string()).safeParse(JSON.parse(output))
  return faults.success ? { kind: 'checked', faults: faults.data } : { kind: 'not_made' }
}

// Runs a TypeScript program in its own process, for tests with several processes.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

interface ChildProgram {
  readonly pid: number | undefined
  /** The next line of its stdout; undefined if it ended without one. */
  nextLine(): Promise<string | undefined>
  /** Its stderr, and its exit status or the name of the signal that ended it. */
  readonly ended: Promise<{ readonly status: number | string; readonly errors: string }>
  /** From now on its stderr has no reader, so it cannot write there. */
  closeErrors(): void
  kill(signal: NodeJS.Signals): void
}

/** Starts a program next to the test, `new URL('name.ts', import.meta.url)`; kills it when the test ends. */
export function startProgram(
  t: TestContext,
  program: URL,
  args: readonly string[] = [],
): ChildProgram {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = new Promise<{ readonly status: number | string; readonly errors: string }>(
    (resolve) => {
      child.once('close', (code, signal) => resolve({ status: code ?? signal ?? '', errors }))
    },
  )
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    pid: child.pid,
    nextLine: async () => (await lines.next()).value,
    ended,
    closeErrors: () => void child.stderr.destroy(),
    kill: (signal) => child.kill(signal),
  }
}

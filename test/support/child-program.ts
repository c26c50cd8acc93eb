// A TypeScript program run in a process of its own, for tests of what happens between processes.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'

export interface ChildProgram {
  /** The next line it prints; undefined when it ended without one. */
  nextLine(): Promise<string | undefined>
  /** What it wrote to stderr, and how it ended: an exit status or the name of a signal. */
  readonly ended: Promise<{ readonly status: number | string; readonly errors: string }>
  kill(signal: NodeJS.Signals): void
}

/** @param program Beside the test: `new URL('name.ts', import.meta.url)`. Killed when the test ends. */
export function startProgram(
  t: TestContext,
  program: URL,
  args: readonly string[] = [],
): ChildProgram {
  const child = spawn(process.execPath, [program.pathname, ...args], {
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
    nextLine: async () => (await lines.next()).value,
    ended,
    kill: (signal) => child.kill(signal),
  }
}

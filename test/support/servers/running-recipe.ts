// A receiver of the guide in a process of its own, which prints where it listens and what it has received.

import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { TestContext } from 'node:test'

export interface RunningRecipe {
  readonly url: string
  /** The next line of its stdout. */
  nextLine(): Promise<string | undefined>
}

/** Resolves once the receiver listens. */
export async function readRecipe(child: { readonly stdout: Readable }): Promise<RunningRecipe> {
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => (await lines.next()).value
  const port = /port (\d+)/.exec((await nextLine()) ?? '')?.[1]
  if (port === undefined) throw new Error('The receiver did not print its port')
  return { url: `http://127.0.0.1:${port}/`, nextLine }
}

/** Kills the process when the test ends, and waits for its end. */
export function killAfter(t: TestContext, child: ChildProcess): void {
  const closed = new Promise((resolve) => child.once('close', resolve))
  t.after(async () => {
    child.kill('SIGKILL')
    await closed
  })
}

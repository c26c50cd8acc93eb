// Runs a program of the operating system to its end, without a shell.

import { spawn } from 'node:child_process'

interface ToolOrder {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Its standard input; empty by default. */
  readonly input?: Buffer
  /** The user and group that it runs as; only root may choose. */
  readonly user?: { readonly userId: number; readonly groupId: number } | undefined
  /** Ended by SIGKILL after this time. */
  readonly timeoutMs: number
}

interface ToolEnd {
  /** Undefined if it was ended by a signal or could not be started. */
  readonly status: number | undefined
  /** Its first 256 KB. */
  readonly out: string
  readonly err: string
}

const outputCharactersMax = 256 * 1024

export async function runTool(
  program: string,
  args: readonly string[],
  { cwd, env, input, user, timeoutMs }: ToolOrder,
): Promise<ToolEnd> {
  return await new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...env },
      stdio: 'pipe',
      ...(user && { uid: user.userId, gid: user.groupId }),
    })
    // That of `spawn` runs on where the program cannot be started, and keeps this process alive until it is over.
    const deadline = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const end = (how: ToolEnd) => {
      clearTimeout(deadline)
      resolve(how)
    }
    const texts = { out: '', err: '' }
    for (const [name, stream] of [
      ['out', child.stdout],
      ['err', child.stderr],
    ] as const) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        texts[name] = (texts[name] + text).slice(0, outputCharactersMax)
      })
    }
    // A program may end before it has read all; its status says why.
    child.stdin.on('error', () => {}).end(input)
    child.once('error', (error) => end({ status: undefined, out: '', err: error.message }))
    child.once('close', (status) => end({ status: status ?? undefined, ...texts }))
  })
}

// Runs the operator's command that prints the master key: a tool of an HSM (PKCS#11) or of a key management service.
// There is no shell, the output is never logged, and the command has a time limit.

import { type ChildProcess, spawn } from 'node:child_process'

/** From a start to the last byte. A PIN pad or a slow network must fit; a start must not hang for ever. */
export const keyCommandTimeoutMs = 20_000
const outputBytesMax = 4096

/** What a command did. `output` may be the key: show it to nobody. */
type KeyCommandResult =
  | { readonly kind: 'printed'; readonly output: Buffer }
  | { readonly kind: 'failed'; readonly why: string }

/**
 * Splits a command line into words at spaces. Double quotes keep spaces together; nothing else has a meaning: no
 * variables, no globs, no backslashes, no redirections. Returns undefined if a quote is not closed, the line is
 * empty, or the program is not an absolute path.
 */
export function splitKeyCommand(line: string): readonly string[] | undefined {
  const isClosed = (line.match(/"/g)?.length ?? 0) % 2 === 0
  const words = line.match(/(?:[^\s"]|"[^"]*")+/g)?.map((word) => word.replaceAll('"', '')) ?? []
  return isClosed && words[0]?.startsWith('/') ? words : undefined
}

/**
 * Returns the command's standard output if it exits with 0. `input` is the descriptor of a file that becomes its
 * standard input: the file itself and no pipe, since tools that open /dev/stdin cannot open Node's pipes.
 */
export function runKeyCommand(
  words: readonly string[],
  input: number | undefined,
  timeoutMs = keyCommandTimeoutMs,
): Promise<KeyCommandResult> {
  const [program = '', ...rest] = words
  return new Promise((resolve) => {
    // A group of its own, so that the limit also ends what the command started.
    const stdio = [input ?? ('ignore' as const), 'pipe' as const, 'ignore' as const]
    const child = spawn(program, rest, { detached: true, stdio })
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (result: KeyCommandResult) => {
      clearTimeout(timer)
      if (result.kind === 'failed') endGroup(child)
      child.stdout?.destroy()
      resolve(result)
    }
    const timer = setTimeout(
      () => end({ kind: 'failed', why: `did not end within ${timeoutMs / 1000} seconds` }),
      timeoutMs,
    )
    child.on('error', (error) => end({ kind: 'failed', why: startFault(error) }))
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > outputBytesMax) {
        end({ kind: 'failed', why: `printed more than ${outputBytesMax} bytes, so not a key` })
      }
    })
    child.on('close', (code, signal) => {
      if (code === 0) return end({ kind: 'printed', output: Buffer.concat(chunks) })
      end({ kind: 'failed', why: code === null ? `was ended by ${signal}` : `ended with ${code}` })
    })
  })
}

function startFault(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'does not exist'
  return code === 'EACCES' ? 'may not be run by this user' : `could not be started (${code})`
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

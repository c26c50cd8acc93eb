// Reads a password for `svc users create` from a file or, without echo, from a terminal. Never from an option or
// the environment, which other users of the machine can see.

import { readFileSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { CommandError } from '../command-error.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import type { Shell } from '../shell.ts'

/** @throws CommandError `usage` off a terminal without a file; the reason of `signal` once that aborts */
export async function readPassword(
  { shell, session }: Pick<CommandContext, 'shell' | 'session'>,
  file: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (file !== undefined) return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  if (shell.stdin.isTTY !== true) {
    throw new CommandError(
      'usage',
      `There is no terminal to type a password on. Name a file with --password-file, or let the user choose one: ${commandToCopy(session, 'svc users invite')}`,
    )
  }
  shell.stderr.write('Password (15 characters or more): ')
  const first = await typed(shell, signal)
  shell.stderr.write('\nRepeat the password: ')
  const second = await typed(shell, signal)
  shell.stderr.write('\n')
  if (first === second) return first
  throw new CommandError('usage', 'The two passwords differ. Nothing was changed.')
}

/** Reads one line, without echo if the terminal supports it. */
async function typed({ stdin }: Shell, signal: AbortSignal): Promise<string> {
  const decoder = new StringDecoder('utf8')
  let text = ''
  stdin.setRawMode?.(true)
  try {
    for (;;) {
      const byte: Buffer | null = stdin.read(1)
      if (byte === null) {
        if (stdin.readableEnded) return text
        await arrival(stdin, signal)
        continue
      }
      const code = byte[0]
      if (code === 3) throw new CommandError('cancelled', 'Nothing was changed.')
      if (code === 10 || code === 13 || code === 4) return text
      if (code === 8 || code === 127) text = [...text].slice(0, -1).join('')
      else text += decoder.write(byte)
    }
  } finally {
    stdin.setRawMode?.(false)
  }
}

function arrival(stdin: Shell['stdin'], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      stdin.off('readable', done)
      stdin.off('end', done)
      signal.removeEventListener('abort', stop)
    }
    const done = () => {
      leave()
      resolve()
    }
    const stop = () => {
      leave()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    stdin.once('readable', done)
    stdin.once('end', done)
  })
}

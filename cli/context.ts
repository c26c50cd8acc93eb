// What every command is given.

import type { Command } from 'commander'
import type { ExitStatus } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { Session } from './session.ts'
import type { Shell } from './shell.ts'

export interface Context {
  readonly io: Io
  readonly session: Session
  readonly shell: Shell
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts when the command should stop; everything that may take long heeds it. */
  readonly interrupted: AbortSignal
  /** Ends with another status than 0 though nothing went wrong. */
  finish(status: ExitStatus): void
}

/** What the file of a command exports: its options and arguments, and what it does. */
export interface CommandModule {
  define(command: Command, context: Context): void
}

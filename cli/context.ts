// The context that every command gets: output, session, shell, environment and interruption.

import type { Command } from 'commander'
import type { ExitStatus } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { CliSession } from './session.ts'
import type { Shell } from './shell.ts'

export interface CommandContext {
  readonly io: Io
  readonly session: CliSession
  readonly shell: Shell
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts when the command should stop; long work checks it. */
  readonly interrupted: AbortSignal
  /** Sets the exit status of a command that ran without an error. */
  finish(status: ExitStatus): void
}

/** Exported by each command's file: adds the options, the arguments and the action. */
export interface CommandModule {
  define(command: Command, context: CommandContext): void
}

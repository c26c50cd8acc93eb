// Errors that only the command line raises; all others come from the server's own code.

export const commandErrorCodes = [
  'usage',
  'cancelled',
  'not_initialised',
  'precondition_failed',
  'database_damaged',
  'database_busy',
  'no_api_key',
  'unreachable',
  'timed_out',
  'interrupted',
] as const

export type CommandErrorCode = (typeof commandErrorCodes)[number]

/** Its message says what is wrong and what to do next. */
export class CommandError extends Error {
  readonly code: CommandErrorCode

  constructor(code: CommandErrorCode, message: string) {
    super(message)
    this.name = 'CommandError'
    this.code = code
  }
}

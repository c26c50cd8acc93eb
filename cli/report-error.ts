// Tells of an error on the error stream, as text or as JSON, and gives the exit status that goes with it.

import { AppError, type Fault } from '../server/kernel/app-error.ts'
import { cleanValue, jsonText } from './clean-text.ts'
import { CommandError } from './command-error.ts'
import { type ExitStatus, exitStatus, statusOfCode, verdictOfName } from './exit-codes.ts'
import type { Io } from './io.ts'
import { verdictOfSystemError } from './system-verdicts.ts'

interface Account {
  readonly code: string
  readonly status: ExitStatus
  readonly message: string
  readonly details?: readonly Fault[]
  readonly requestId?: string
  readonly isRemote?: boolean
}

/** A refusal that a server answered with; its id finds the request in the server's log. */
export class RemoteRefusal extends AppError {
  readonly requestId: string | undefined

  constructor(refusal: AppError, requestId: string | undefined) {
    super(refusal.code, refusal.message, refusal.options)
    this.requestId = requestId
  }
}

export function reportError(io: Io, error: unknown): ExitStatus {
  const account = accountOf(error)
  if (io.isJson) io.err.write(`${jsonText({ error: toJson(account) })}\n`)
  else io.err.write(toText(io, account))
  return account.status
}

function toJson({ code, message, details, requestId }: Account) {
  return {
    code,
    message,
    ...(details === undefined ? {} : { details }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  }
}

/** What a server said stays within its line, so that it cannot pass for a line of svc's own. */
function toText(io: Io, { message, details = [], requestId, isRemote }: Account): string {
  const plain = isRemote ? cleanValue : (text: string) => text
  const said = plain(message.replace(/ See details\.$/, ''))
  const lines = new Set([`${io.err.style(['bold', 'red'], 'error:')} ${said}`])
  for (const fault of details) {
    if (!said.includes(plain(fault.message))) lines.add(`  ${plain(fault.message)}`)
  }
  if (requestId !== undefined) lines.add(`  request_id: ${plain(requestId)}`)
  return `${[...lines].join('\n')}\n`
}

function accountOf(error: unknown): Account {
  if (error instanceof AppError) {
    const { code, message } = error
    const { details } = error.options
    const requestId = error instanceof RemoteRefusal ? error.requestId : undefined
    return {
      code,
      message,
      status: statusOfCode[code],
      isRemote: error instanceof RemoteRefusal,
      ...(details === undefined ? {} : { details }),
      ...(requestId === undefined ? {} : { requestId }),
    }
  }
  if (error instanceof CommandError) {
    return { code: error.code, message: error.message, status: statusOfCode[error.code] }
  }
  return (error instanceof Error && accountOfKnown(error)) || accountOfBug(error)
}

function accountOfKnown(error: Error): Account | undefined {
  const verdict = verdictOfName[error.name] ?? verdictOfSystemError(error)
  if (verdict === undefined) return undefined
  const message =
    verdict.advice === undefined ? error.message : `${error.message}. ${verdict.advice}`
  const details = problemsOf(error)
  return {
    code: verdict.code,
    status: verdict.status,
    message: sentence(message),
    ...(details === undefined ? {} : { details }),
  }
}

/** The problems of a ConfigError or a TlsFilesError. */
function problemsOf(error: Error): readonly Fault[] | undefined {
  if (!('problems' in error) || !Array.isArray(error.problems)) return undefined
  return error.problems.map(({ name, message }) => ({
    param: String(name),
    code: 'invalid_setting',
    message: `${name} ${message}`,
  }))
}

/** An error that nobody foresaw: its place in the program, but not its message, which may quote data. */
function accountOfBug(error: unknown): Account {
  const isError = error instanceof Error
  const frames = isError
    ? (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
    : []
  const name = isError ? error.name : typeof error
  return {
    code: 'internal_error',
    status: exitStatus.failed,
    message: [
      `This is a fault of svc (${name}). Please report it with these lines:`,
      ...frames,
    ].join('\n'),
  }
}

function sentence(text: string): string {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?)]$/.test(capital) || capital.includes('\n') ? capital : `${capital}.`
}

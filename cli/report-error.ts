// Prints an error to stderr, as text or as JSON, and returns its exit status.

import { AppError, type Fault } from '../server/kernel/app-error.ts'
import { describeRefusedPath } from '../server/kernel/refused-path.ts'
import { CommandError } from './command-error.ts'
import {
  type ExitStatus,
  exitStatus,
  statusOfBackupReason,
  statusOfCode,
  verdictOfName,
} from './exit-codes.ts'
import type { Io } from './io.ts'
import { verdictOfSystemError } from './system-verdicts.ts'
import { cleanValue, jsonText } from './text/clean-text.ts'

interface ErrorReport {
  readonly code: string
  readonly status: ExitStatus
  readonly message: string
  readonly details?: readonly Fault[]
  readonly requestId?: string
  /** URL of the server that refused. */
  readonly server?: string
}

/** A server's error answer; its request id is in the log of the server at `url`. */
export class RemoteRefusal extends AppError {
  readonly requestId: string | undefined
  readonly url: string

  constructor(
    refusal: AppError,
    { requestId, url }: { readonly requestId: string | undefined; readonly url: string },
  ) {
    super(refusal.code, refusal.message, refusal.options)
    this.requestId = requestId
    this.url = url
  }
}

export function reportError(io: Io, error: unknown): ExitStatus {
  const report = advisedHere(io, reportOf(error))
  if (io.isJson) io.err.write(`${jsonText({ error: toJson(report) })}\n`)
  else io.err.write(toText(io, report))
  return report.status
}

/** What another server advises is about its own installation. */
function advisedHere(io: Io, report: ErrorReport): ErrorReport {
  if (report.server !== undefined) return report
  const details = report.details?.map((fault) => ({ ...fault, message: io.hint(fault.message) }))
  return { ...report, message: io.hint(report.message), ...(details && { details }) }
}

function toJson({ code, message, details, requestId, server }: ErrorReport) {
  return {
    code,
    message,
    ...(details === undefined ? {} : { details }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(server === undefined ? {} : { server }),
  }
}

/** Keeps a server's message on one line, so that it cannot imitate lines of svc. */
function toText(io: Io, { message, details = [], requestId, server }: ErrorReport): string {
  const plain = server !== undefined ? cleanValue : (text: string) => text
  const text = plain(message.replace(/ See details\.$/, ''))
  const lines = new Set([`${io.err.style(['bold', 'red'], 'error:')} ${text}`])
  for (const fault of details) {
    if (!text.includes(plain(fault.message))) lines.add(`  ${plain(fault.message)}`)
  }
  if (server !== undefined) lines.add(`  server: ${plain(server)}`)
  if (requestId !== undefined) lines.add(`  request_id: ${plain(requestId)}`)
  return `${[...lines].join('\n')}\n`
}

function reportOf(error: unknown): ErrorReport {
  if (error instanceof AppError) {
    const { code, message } = error
    const { details } = error.options
    const { requestId, url: server } =
      error instanceof RemoteRefusal ? error : { requestId: undefined, url: undefined }
    return {
      code,
      message,
      status: statusOfCode[code],
      ...(details === undefined ? {} : { details }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(server === undefined ? {} : { server }),
    }
  }
  if (error instanceof CommandError) {
    return { code: error.code, message: error.message, status: statusOfCode[error.code] }
  }
  const backup = reportOfBackup(error)
  if (backup !== undefined) return backup
  return (error instanceof Error && reportOfKnown(error)) || reportOfBug(error)
}

/** Recognised by its name: importing the class would load the server. */
function reportOfBackup(error: unknown): ErrorReport | undefined {
  if (!(error instanceof Error) || error.name !== 'BackupError') return undefined
  const reason = String(Reflect.get(error, 'reason')) as keyof typeof statusOfBackupReason
  return { code: `backup_${reason}`, message: error.message, status: statusOfBackupReason[reason] }
}

function reportOfKnown(error: Error): ErrorReport | undefined {
  const verdict = verdictOfName[error.name] ?? verdictOfSystemError(error)
  if (verdict === undefined) return undefined
  const message =
    describeRefusedPath(error) ??
    (verdict.advice === undefined ? error.message : `${error.message}. ${verdict.advice}`)
  const details = problemsOf(error)
  return {
    code: verdict.code,
    status: verdict.status,
    message: sentence(message),
    ...(details === undefined ? {} : { details }),
  }
}

/** Returns the problems of a ConfigError, a TlsFilesError or a FaceModelError. */
function problemsOf(error: Error): readonly Fault[] | undefined {
  if (!('problems' in error) || !Array.isArray(error.problems)) return undefined
  return error.problems.map(({ name, message }) => ({
    param: String(name),
    code: 'invalid_setting',
    message: `${name} ${message}`,
  }))
}

/** Reports an unexpected error by its stack without its message, which may quote personal data. */
function reportOfBug(error: unknown): ErrorReport {
  const isError = error instanceof Error
  const frames = isError
    ? (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
    : []
  const name = isError ? error.name : typeof error
  return {
    code: 'internal_error',
    status: exitStatus.failed,
    message: [`This is a bug in svc (${name}). Please report it with these lines:`, ...frames].join(
      '\n',
    ),
  }
}

function sentence(text: string): string {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?)]$/.test(capital) || capital.includes('\n') ? capital : `${capital}.`
}

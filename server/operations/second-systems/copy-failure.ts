// Says in fields of the log why lines did not reach a second system: the receiver's status, a refused connection, a
// certificate, a time-out. Such a failure is no bug, so it has no stack. Pure.

import { ConnectFailure } from '../../egress/guarded-connect.ts'
import type { LogFields } from '../../kernel/log.ts'

interface CopyFailure {
  readonly fields: Pick<LogFields, 'reason' | 'code' | 'status' | 'error'>
  /** The error itself if nobody expected it, to be logged with its stack. */
  readonly bug: unknown
}

export function describeCopyFailure(error: unknown): CopyFailure {
  if (error instanceof ConnectFailure) {
    const { reason, systemCode: code } = error
    return { fields: { reason, ...(code !== undefined && { code }) }, bug: undefined }
  }
  if (error instanceof RefusedCopyError) {
    return { fields: { reason: 'refused', status: error.status }, bug: undefined }
  }
  if (!(error instanceof Error)) return { fields: {}, bug: error }
  if (error.name === 'TimeoutError') return { fields: { reason: 'timeout' }, bug: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined || !isExpected.test(code)) return { fields: {}, bug: error }
  return { fields: { reason: 'failed', code, error: `${error.name}:${code}` }, bug: undefined }
}

/** Codes of the file system, of the network and of undici. */
const isExpected = /^(?:E[A-Z0-9]{2,}|UND_ERR_[A-Z_]+)$/

/** The receiver answered, but not with 2xx. */
export class RefusedCopyError extends Error {
  readonly code: string
  readonly status: number

  constructor(status: number) {
    super('the receiver did not accept the lines')
    this.name = 'RefusedCopyError'
    this.code = `HTTP_${status}`
    this.status = status
  }
}

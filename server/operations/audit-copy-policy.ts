// Decides whether the copy of the audit log lags too far behind the log. Pure.

/** Where entries are copied to, and how old an uncopied entry may get. */
export interface AuditCopySettings {
  /** An append-only file or a FIFO. */
  readonly file: string
  /** Beyond this age the copy lags, which is logged. */
  readonly lagMaxMs: number
  /** Beyond this age verifications are refused; undefined to never refuse them. */
  readonly lagStopMs: number | undefined
}

/** Entries that have not been copied yet. */
export interface AuditLag {
  /** Number of entries. */
  readonly waiting: number
  /** Time of the oldest of them; undefined if there are none. */
  readonly oldestAt: number | undefined
}

/** `stops`: the copy lags so far that verifications are refused. */
export type AuditCopyState = 'not_set_up' | 'well' | 'lags' | 'stops'

export interface AuditCopyStatus extends AuditLag {
  readonly state: AuditCopyState
}

export function judgeAuditCopy(
  settings: Omit<AuditCopySettings, 'file'> | undefined,
  lag: AuditLag,
  nowMs: number,
): AuditCopyStatus {
  if (settings === undefined) return { state: 'not_set_up', waiting: 0, oldestAt: undefined }
  const ageMs = lag.oldestAt === undefined ? 0 : nowMs - lag.oldestAt
  return { state: stateAt(settings, ageMs), ...lag }
}

function stateAt(
  { lagMaxMs, lagStopMs = Number.POSITIVE_INFINITY }: Omit<AuditCopySettings, 'file'>,
  ageMs: number,
): AuditCopyState {
  if (ageMs > lagStopMs) return 'stops'
  return ageMs > lagMaxMs ? 'lags' : 'well'
}

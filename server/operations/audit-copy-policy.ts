// How far the copy of the audit log may lag behind the log, and what follows once it does. Pure.

/** Where entries are copied to, and how old one may get uncopied. */
export interface AuditCopySettings {
  /** A file that is only added to, or a FIFO. */
  readonly file: string
  /** Beyond this the copy lags, which is told. */
  readonly lagMaxMs: number
  /** Beyond this verifications are refused; undefined where they never are. */
  readonly lagStopMs: number | undefined
}

/** What has not been copied yet. */
export interface AuditLag {
  /** How many entries. */
  readonly waiting: number
  /** When the oldest of them was made; undefined where there are none. */
  readonly oldestAt: number | undefined
}

/** `stops`: it lags so far that verifications are refused. */
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

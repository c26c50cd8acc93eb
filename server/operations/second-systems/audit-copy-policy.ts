// Decides whether the copies of the audit log lag too far behind the log. Pure.

/** Where entries are copied to: an append-only file or FIFO, a syslog collector, a URL. */
const auditCopyTargets = ['file', 'syslog', 'webhook'] as const
export type AuditCopyTarget = (typeof auditCopyTargets)[number]

/** How old an uncopied entry may get. */
export interface AuditCopyLimits {
  /** Beyond this age the copy lags, which is logged. */
  readonly lagMaxMs: number
  /** Beyond this age verifications are refused; undefined to never refuse them. */
  readonly lagStopMs: number | undefined
}

export interface AuditCopySettings extends AuditCopyLimits {
  readonly file: string | undefined
  readonly syslog: { readonly url: string; readonly caFile: string | undefined } | undefined
  readonly webhook: { readonly url: string; readonly caFile: string | undefined } | undefined
}

/** Entries that have not been copied to a target yet. */
export interface AuditLag {
  readonly waiting: number
  /** Time of the oldest of them; undefined if there are none. */
  readonly oldestAt: number | undefined
}

/** `stops`: the copy lags so far that verifications are refused. */
export type AuditCopyState = 'not_set_up' | 'well' | 'lags' | 'stops'

export interface AuditCopyStatus extends AuditLag {
  readonly state: AuditCopyState
}

/** Returns the targets that are set. */
export function targetsOf(settings: AuditCopySettings): readonly AuditCopyTarget[] {
  return auditCopyTargets.filter((target) => settings[target] !== undefined)
}

/** Judges the copy that lags most. @param lags one a target that is set */
export function judgeAuditCopy(
  limits: AuditCopyLimits,
  lags: readonly AuditLag[],
  nowMs: number,
): AuditCopyStatus {
  if (lags.length === 0) return { state: 'not_set_up', waiting: 0, oldestAt: undefined }
  const worst = lags.reduce((one, other) => (oldest(other) < oldest(one) ? other : one))
  const ageMs = worst.oldestAt === undefined ? 0 : nowMs - worst.oldestAt
  return { state: stateAt(limits, ageMs), ...worst }
}

function oldest({ oldestAt }: AuditLag): number {
  return oldestAt ?? Number.POSITIVE_INFINITY
}

function stateAt(
  { lagMaxMs, lagStopMs = Number.POSITIVE_INFINITY }: AuditCopyLimits,
  ageMs: number,
): AuditCopyState {
  if (ageMs > lagStopMs) return 'stops'
  return ageMs > lagMaxMs ? 'lags' : 'well'
}

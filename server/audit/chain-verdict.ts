// The verdict on the hash chain of the audit log, with the faults found in it.

import type { AuditHead } from './audit.ts'

/**
 * `edited`: an entry was changed. `inserted`: this appliance did not make the entry. `deleted`: entries before
 * this one are missing. `reordered`: the entry was moved. `cut`: the log ends before a kept head. `rewritten`: the
 * log has another entry at a kept head's place.
 */
export type ChainFaultKind = 'edited' | 'inserted' | 'deleted' | 'reordered' | 'cut' | 'rewritten'

export interface ChainFault {
  readonly kind: ChainFaultKind
  /** The entry at which the fault was detected. */
  readonly sequence: number
  readonly id: string | undefined
}

export interface ChainVerdict {
  readonly isIntact: boolean
  readonly entries: number
  readonly head: AuditHead
  /** Whether a kept head was compared. Without one, entries cut off at the end are not detected. */
  readonly isHeadCompared: boolean
  /** In the order of the log; at most `faultsMax`. */
  readonly faults: readonly ChainFault[]
}

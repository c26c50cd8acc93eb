// Verifies the audit log: its hash chain, its heads kept outside the database, and whether the rows of verifications
// and reviews match their logged outcomes.

import type { AuditHead } from '../../audit/audit.ts'
import type { ChainVerdict } from '../../audit/chain-verdict.ts'
import { compareHead, faultsMax, verifyChain } from '../../audit/verify-chain.ts'
import type { Db } from '../../db/transaction.ts'
import type { AuditVerdict, RowFault } from './audit-verdict.ts'
import { type CompareNeeds, compareRows, findMissingRows } from './compare-rows.ts'

export interface AuditProgress {
  readonly entries: number
  /** Verifications and reviews compared so far; begins after the entries. */
  readonly rows: number
}

/** @throws the reason of `signal` once that aborts */
export async function verifyAudit(
  needs: Omit<CompareNeeds, 'db'> & { readonly db: Db },
  input: {
    readonly keptHead?: AuditHead | undefined
    /** Heads from the configured head file, oldest first. */
    readonly filedHeads?: AsyncIterable<AuditHead> | undefined
    /** Heads from the data folder: they show a loss, but not a thief, who can change them. */
    readonly ownHeads?: AsyncIterable<AuditHead> | undefined
    readonly signal?: AbortSignal
    readonly onProgress?: (progress: AuditProgress) => void
  } = {},
): Promise<AuditVerdict> {
  const { keptHead, filedHeads, ownHeads, signal, onProgress } = input
  const rowFaults = new Map<string, RowFault>()
  const onFault = (fault: RowFault) => {
    const name = `${fault.kind} ${fault.subject.id}`
    if (rowFaults.size < faultsMax) rowFaults.set(name, fault)
  }
  let entries = 0
  const chain = await verifyChain(needs, {
    keptHead,
    ...(signal === undefined ? {} : { signal }),
    onProgress(checked) {
      entries = checked
      onProgress?.({ entries, rows: 0 })
    },
    async onEntries(page) {
      const read = page.map(({ entry }) => entry)
      for (const fault of await findMissingRows(needs, read)) onFault(fault)
    },
  })
  const filed = await compareFiled(needs, filedHeads)
  const own = await compareFiled(needs, filed.faults.length === 0 ? ownHeads : undefined)
  const rows = await compareRows(needs, {
    signal,
    onProgress: (count) => onProgress?.({ entries, rows: count }),
    onFault,
  })
  const faults = [...chain.faults, ...filed.faults, ...own.faults].slice(0, faultsMax)
  return {
    ...chain,
    faults,
    isHeadCompared: chain.isHeadCompared || filed.isCompared,
    isIntact: faults.length === 0 && rowFaults.size === 0,
    rowFaults: [...rowFaults.values()],
    rows,
  }
}

/** Stops at the first head that the log does not contain: later heads would only repeat the fault. */
async function compareFiled(
  { db }: { readonly db: Db },
  heads: AsyncIterable<AuditHead> | undefined,
): Promise<{ readonly isCompared: boolean; readonly faults: ChainVerdict['faults'] }> {
  let isCompared = false
  for await (const head of heads ?? []) {
    isCompared = true
    const fault = await compareHead(db.reader, head)
    if (fault !== undefined) return { isCompared, faults: [fault] }
  }
  return { isCompared, faults: [] }
}

// Checks of the audit log: the chain since the last head, and the copies on other systems.

import type { AuditHead } from '../../audit/audit.ts'
import type { ChainVerdict } from '../../audit/chain-verdict.ts'
import { readLastHead } from '../../audit/head-file.ts'
import { verifyRecent } from '../../audit/verify-recent.ts'
import type { AuditCopyStatus } from '../../operations/second-systems/audit-copy-policy.ts'
import { readAuditCopy } from '../../operations/second-systems/audit-lag-view.ts'
import { type KeysScene, withKeys, withTables } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, warning, well } from '../outcome.ts'

/** Some seconds; `svc audit verify` checks the whole log. */
const entriesMax = 50_000

export const auditChecks = {
  audit_chain: withKeys(checkChain),
  audit_copy: withTables(async ({ db, config, clock }) =>
    judgeCopies(await readAuditCopy(db.reader, config.auditCopy, clock.now())),
  ),
}

async function checkChain({ db, keyring, config }: KeysScene): Promise<DoctorOutcome> {
  const { auditHeadFile: path } = config
  let keptHead: AuditHead | undefined
  try {
    keptHead = path === undefined ? undefined : await readLastHead(path)
  } catch {
    return warning('head_unreadable', { values: { path: path ?? '' } })
  }
  return judgeChain(await verifyRecent({ db, keyring }, { keptHead, entriesMax }))
}

export function judgeChain(
  verdict: Pick<ChainVerdict, 'faults' | 'entries' | 'head'>,
): DoctorOutcome {
  const { faults, entries, head } = verdict
  if (faults.length === 0) return well({ values: { count: entries, sequence: head.sequence } })
  const items = faults.map(({ kind, sequence }) => `${kind} ${sequence}`)
  return failed('broken', { values: { count: faults.length }, items })
}

export function judgeCopies({ state, waiting, oldestAt }: AuditCopyStatus): DoctorOutcome {
  const values = { count: waiting, oldest_at: oldestAt ?? 0 }
  switch (state) {
    case 'not_set_up':
      return notSetUp()
    case 'well':
      return well()
    case 'lags':
      return warning('lags', { values })
    case 'stops':
      return failed('stops', { values })
  }
}

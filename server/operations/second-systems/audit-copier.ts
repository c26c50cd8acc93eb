// Copies new entries of the audit log to one target, and logs when the copy begins to lag and when it has caught up. Of
// several nodes one copies; while the next takes over, an entry may be copied twice.

import type { Appliance } from '../../appliance.ts'
import type { OwnNode } from '../../nodes/own-node.ts'
import {
  type AuditCopyLimits,
  type AuditCopyState,
  type AuditCopyTarget,
  judgeAuditCopy,
} from './audit-copy-policy.ts'
import { readAuditLag } from './audit-lag-view.ts'
import { copyNextEntries } from './copy-entries.ts'
import { describeCopyFailure } from './copy-failure.ts'
import { createCopyLoop } from './copy-loop.ts'
import type { CopyTarget } from './copy-target.ts'
import type { LogCopies } from './log-copies.ts'

type AuditCopierNeeds = Pick<Appliance, 'db' | 'clock' | 'log' | 'auditGuard'> & {
  readonly node: Pick<OwnNode, 'leads'>
}

/** How long to wait for the reader of a full FIFO. */
const roomAfterMs = 50

export function createAuditCopier(
  needs: AuditCopierNeeds,
  limits: AuditCopyLimits,
  name: AuditCopyTarget,
  target: CopyTarget,
): LogCopies {
  const { clock, log, node } = needs
  const updateLag = watchLag(needs, limits, name)
  return createCopyLoop(clock, {
    async look() {
      try {
        return (await updateLag()) > 0 && node.leads()
      } catch (error) {
        log.error('audit_copy_failed', { target: name }, error)
        return false
      }
    },
    async copy({ isStopped, pause }) {
      for (;;) {
        const step = await copyNextEntries(needs, name, target)
        if (step === 'all' || step === 'no_room') break
        if (step === 'little_room') {
          if (isStopped()) break
          await pause(roomAfterMs)
        }
      }
      await updateLag()
    },
    onFailure(error) {
      const { fields, bug } = describeCopyFailure(error)
      log.error('audit_copy_failed', { target: name, ...target.place, ...fields }, bug)
    },
    close: () => target.close(),
  })
}

/**
 * Returns a function that passes the lag to the guard, logs a change of its state and returns how many entries wait.
 */
function watchLag(
  { db, clock, log, auditGuard }: AuditCopierNeeds,
  limits: AuditCopyLimits,
  name: AuditCopyTarget,
): () => Promise<number> {
  let known: AuditCopyState = 'well'
  return async () => {
    const lag = await readAuditLag(db.reader, name)
    auditGuard.update(name, lag.oldestAt)
    const nowMs = clock.now()
    const { state } = judgeAuditCopy(limits, [lag], nowMs)
    if (state !== known) {
      const durationMs = nowMs - (lag.oldestAt ?? nowMs)
      const fields = { target: name, count: lag.waiting, duration_ms: durationMs }
      if (state === 'lags') log.error('audit_lags', fields)
      else if (state === 'stops') log.error('audit_lag_stops_verifications', fields)
      else log.info('audit_caught_up', fields)
      known = state
    }
    return lag.waiting
  }
}

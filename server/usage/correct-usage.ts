// Corrects a usage event by recording a second event that takes it back. The original never changes.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Reader } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId, newId } from '../kernel/ids.ts'
import { recordUsageEvent } from './record-usage.ts'
import type { UsageEvent } from './usage.ts'
import { findUsageEvent } from './usage-store.ts'

interface CorrectNeeds extends AuditNeeds {
  readonly db: Db
}

/**
 * The correction counts in the month in which it is made, so the totals of past months never change.
 * @throws AppError `not_found`; `conflict` for an event that was corrected before or is a correction.
 */
export function correctUsage(
  needs: CorrectNeeds,
  by: AuditOrigin,
  asked: { readonly id: string; readonly reason: string },
): Promise<UsageEvent> {
  return inTransaction(needs.db, async (trx) => {
    const original = await requireCorrectable(trx, asked.id)
    const nowMs = needs.clock.now()
    const correction: UsageEvent = {
      ...original,
      id: newId('use', nowMs),
      quantity: -original.quantity,
      source: 'correction',
      createdAt: nowMs,
      correction: {
        correctedId: original.id,
        correctedCreatedAt: original.createdAt,
        reason: asked.reason,
      },
    }
    // The original's id as deduplication key makes a second correction of it impossible.
    if (!(await recordUsageEvent(trx, correction, original.id))) {
      throw new AppError(
        'conflict',
        `${original.id} was corrected before. An event can be corrected only once.`,
      )
    }
    await recordAudit(needs, trx, {
      by,
      action: 'usage.corrected',
      subject: { kind: 'usage', id: original.id },
      details: { environment: original.environment, result_id: correction.id },
    })
    return correction
  })
}

/** Returns the event. @throws AppError `not_found`; `conflict` for a correction */
export async function requireCorrectable(db: Reader, id: string): Promise<UsageEvent> {
  const event = isId('use', id) ? await findUsageEvent(db, id) : undefined
  if (!event) {
    throw new AppError('not_found', 'No usage event has this id. svc usage export lists them.')
  }
  if (event.correction) {
    throw new AppError('conflict', `${id} is itself a correction and cannot be corrected.`)
  }
  return event
}

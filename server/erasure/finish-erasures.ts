// Does what an erasure leaves after its commit: removes image files, forgets stored responses, empties the write-ahead
// log and issues the certificate. Each step may run twice, so a crash in between loses nothing.

import type { Appliance } from '../appliance.ts'
import { fromSystem } from '../audit/audit.ts'
import type { AuditNeeds } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { hasCode } from '../kernel/has-code.ts'
import { isId } from '../kernel/ids.ts'
import { type CertificateNeeds, issueCertificate } from './certificate.ts'
import { auditErasure } from './erase-verification.ts'
import {
  deleteSteps,
  findErasure,
  insertSteps,
  listSteps,
  listUnfinished,
} from './erasure-store.ts'

export interface FinishNeeds extends Pick<AuditNeeds, 'clock'> {
  readonly keyring: CertificateNeeds['keyring']
  readonly db: Pick<Appliance['db'], 'reader' | 'write' | 'emptyLog'>
  readonly files: Pick<Appliance['files'], 'remove'>
  readonly forgetResponses: Appliance['forgetResponses']
}

/** All stored responses are read and the log is emptied once for so many. */
const erasuresAtOnce = 1000
/** A few milliseconds in one transaction. */
const certificatesAtOnce = 50

/**
 * Finishes every erasure that has committed. Resolves with the number of finished ones. Those stay for the next call
 * whose write-ahead log could not be emptied, because another process was reading; whose images a store keeps for a
 * time; and all while the place of the images does not answer. Nothing certifies them before.
 */
export async function finishErasures(needs: FinishNeeds): Promise<number> {
  let finished = 0
  let after = ''
  for (;;) {
    const ids = await listUnfinished(needs.db.reader, { after, limit: erasuresAtOnce })
    const last = ids.at(-1)
    if (last === undefined) return finished
    const count = await finishSome(needs, ids)
    if (count === undefined) return finished
    finished += count
    after = last
  }
}

/** Returns undefined if the log could not be emptied or the images cannot be reached. */
async function finishSome(needs: FinishNeeds, ids: readonly string[]): Promise<number | undefined> {
  const { db } = needs
  await auditReplayed(needs, ids)
  const waiting = await removeImages(needs, ids)
  if (waiting === undefined) return undefined
  const erased = await verificationsOf(needs, ids)
  if (erased.length > 0) await needs.forgetResponses(new Set(erased))
  const done = ids.filter((id) => !waiting.has(id))
  await inTransaction(db, async (trx) => {
    await deleteSteps(trx, done, 'image')
    await deleteSteps(trx, ids, 'responses')
    // Images that were deleted alone leave their pages in the log, too.
    await insertSteps(
      trx,
      done.map((erasureId) => ({ erasureId, step: 'certificate', item: '' })),
    )
  })
  if (!(await db.emptyLog())) return undefined
  for (let start = 0; start < done.length; start += certificatesAtOnce) {
    await certify(needs, done.slice(start, start + certificatesAtOnce))
  }
  return done.length
}

/** Returns the erasures of which an image could not be deleted yet; undefined if the images cannot be reached. */
async function removeImages(
  { db, files }: FinishNeeds,
  ids: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const steps = (await listSteps(db.reader, ids)).filter(({ step }) => step === 'image')
  try {
    const kept = new Set(await files.remove(steps.map(({ item }) => item)))
    return new Set(steps.filter(({ item }) => kept.has(item)).map(({ erasureId }) => erasureId))
  } catch (error) {
    if (hasCode(error, 'IMAGES_UNREACHABLE')) return undefined
    throw error
  }
}

async function certify(needs: FinishNeeds, ids: readonly string[]): Promise<void> {
  await inTransaction(needs.db, async (trx) => {
    for (const id of ids.filter((one) => isId('era', one))) {
      const entry = await findErasure(trx, id)
      if (entry !== undefined) await issueCertificate(needs, trx, entry)
    }
    await deleteSteps(trx, ids, 'certificate')
  })
}

/** Records the erasures that the restore of an older backup replayed, which it does without any key. */
async function auditReplayed(needs: FinishNeeds, ids: readonly string[]): Promise<void> {
  await inTransaction(needs.db, async (trx) => {
    const steps = await listSteps(trx, ids)
    for (const { erasureId, step } of steps) {
      const entry = step === 'audit' ? await findErasure(trx, erasureId) : undefined
      if (entry !== undefined) {
        await auditErasure(needs, trx, fromSystem, entry, 'verification.erased_again')
      }
    }
    await deleteSteps(trx, ids, 'audit')
  })
}

async function verificationsOf(
  { db }: FinishNeeds,
  ids: readonly string[],
): Promise<readonly string[]> {
  const entries = await Promise.all(
    ids.filter((id) => isId('era', id)).map((id) => findErasure(db.reader, id)),
  )
  return entries.flatMap((entry) => (entry === undefined ? [] : [entry.verification_id]))
}

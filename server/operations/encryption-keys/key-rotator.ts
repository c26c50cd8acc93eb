// Re-encrypts in the background what an older purpose key has encrypted, in small batches with pauses, so that requests
// do not suffer. All progress is in the database: a server that was killed goes on where it was.

import type { Appliance } from '../../appliance.ts'
import { fromSystem } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { destroyOlderKeys } from '../../data-keys/add-purpose-key.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import type { Cancel } from '../../kernel/clock.ts'
import { dayMs, hourMs } from '../../kernel/durations.ts'
import type { KeyRotation } from './key-rotation.ts'
import { listRotations, moveRotation } from './key-rotation-store.ts'
import { type Batch, prepareBatch } from './reencrypt-batch.ts'

type RotatorNeeds = Pick<Appliance, 'db' | 'clock' | 'log' | 'keyring' | 'node'>

/** How soon a new rotation is noticed. */
const lookEveryMs = 2_000
/** Until then every process uses the new key. */
const settleMs = 2_000
const rowsAtOnce = 100
/** Between two batches; at least three times what the batch took, so that a rotation takes a quarter of the time. */
const pauseMs = 25
/** Old keys are kept so long after the last row was re-encrypted: no command runs longer with an older keyring. */
const keepOldKeyMs = dayMs
/** How often rows that nothing can change, such as API keys under an old pepper, are counted again. */
const heldEveryMs = hourMs
/** After a failure the other rotations go first for so long. */
const failedEveryMs = 60 * 1000

export class KeyRotator {
  readonly #needs: RotatorNeeds
  #timer: Cancel = () => {}
  #working: Promise<void> | undefined
  #isStopped = false
  /** By the steady clock. */
  readonly #heldUntil = new Map<string, number>()

  constructor(needs: RotatorNeeds) {
    this.#needs = needs
  }

  start(): void {
    this.#working ??= this.#step().then((delayMs) => {
      this.#working = undefined
      if (!this.#isStopped) this.#timer = this.#needs.clock.after(delayMs, () => this.start())
    })
  }

  /** Resolves when no batch is under way. */
  async idle(): Promise<void> {
    await this.#working
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer()
    await this.#working
  }

  /** Works on one batch of one rotation. Returns how long to wait before the next. */
  async #step(): Promise<number> {
    const { db, log, node } = this.#needs
    // Two that believe to lead do some work twice and no harm.
    if (!node.leads()) return lookEveryMs
    let next: KeyRotation | undefined
    try {
      next = (await listRotations(db.reader)).findLast((one) => this.#isDue(one))
      if (next === undefined) return lookEveryMs
      const startedAt = performance.now()
      await this.#advance(next)
      return Math.max(pauseMs, 3 * (performance.now() - startedAt))
    } catch (error) {
      const { purpose, keyId } = next ?? {}
      log.error('key_rotation_failed', purpose === undefined ? {} : { purpose }, error)
      if (keyId !== undefined)
        this.#heldUntil.set(keyId, this.#needs.clock.steadyMs() + failedEveryMs)
      return lookEveryMs * 5
    }
  }

  #isDue({ keyId, purpose, usedFrom, lastPassFrom, finishedAt }: KeyRotation): boolean {
    const { clock, keyring } = this.#needs
    const nowMs = clock.now()
    return (
      finishedAt === undefined &&
      nowMs >= usedFrom + settleMs &&
      nowMs >= (lastPassFrom ?? 0) &&
      clock.steadyMs() >= (this.#heldUntil.get(keyId) ?? 0) &&
      // False while this process has not been given the master key that wraps the new key.
      keyring.keyId(purpose) === keyId
    )
  }

  async #advance(rotation: KeyRotation): Promise<void> {
    const { purpose, position } = rotation
    const batch = await prepareBatch(this.#needs, purpose, position, rowsAtOnce)
    if (batch.rowsHeld > 0)
      this.#heldUntil.set(rotation.keyId, this.#needs.clock.steadyMs() + heldEveryMs)
    await inTransaction(this.#needs.db, (trx) => this.#write(trx, rotation, batch))
  }

  async #write(trx: Trx, rotation: KeyRotation, batch: Batch): Promise<void> {
    for (const write of batch.writes) await write(trx)
    const moved = {
      movedAt: this.#needs.clock.now(),
      position: batch.next ?? '',
      rowsRead: rotation.rowsRead + batch.rowsRead,
      rowsChanged: rotation.rowsChanged + batch.writes.length,
      rowsFailed: (rotation.position === '' ? 0 : rotation.rowsFailed) + batch.rowsFailed,
      changedInPass: rotation.changedInPass + batch.writes.length + batch.rowsHeld,
    }
    if (batch.next !== undefined) {
      await moveRotation(trx, rotation, moved)
    } else if (moved.changedInPass > 0) {
      await moveRotation(trx, rotation, { ...moved, changedInPass: 0 })
    } else if (rotation.reencryptedAt === undefined) {
      const nowMs = this.#needs.clock.now()
      const ended = { reencryptedAt: nowMs, lastPassFrom: nowMs + keepOldKeyMs }
      await moveRotation(trx, rotation, { ...moved, ...ended })
      this.#needs.log.info('data_reencrypted', {
        purpose: rotation.purpose,
        count: moved.rowsChanged,
      })
    } else {
      await this.#finish(trx, rotation, moved)
    }
  }

  /** The last pass found nothing under the old keys, and nobody has used them for a day. */
  async #finish(
    trx: Trx,
    rotation: KeyRotation,
    moved: Parameters<typeof moveRotation>[2],
  ): Promise<void> {
    const nowMs = this.#needs.clock.now()
    const { purpose, usedFrom: before } = rotation
    if (!(await moveRotation(trx, rotation, { ...moved, finishedAt: nowMs }))) return
    for (const id of await destroyOlderKeys(trx, { purpose, before }, nowMs)) {
      await recordAudit(this.#needs, trx, {
        by: fromSystem,
        action: 'encryption.data_key_destroyed',
        subject: { kind: 'encryption_key', id },
        details: { purpose },
      })
      this.#needs.log.info('encryption_key_destroyed', { purpose, hash: id })
    }
  }
}

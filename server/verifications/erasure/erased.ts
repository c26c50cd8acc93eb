// Refuses what needs the personal data of an erased verification.

import type { Reader } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import { toIso } from '../../kernel/clock.ts'
import { findErasedAt } from './erased-view.ts'

/** @throws AppError `not_found` with the detail `erased` */
export async function assertNotErased(db: Reader, id: string): Promise<void> {
  const erasedAt = await findErasedAt(db, id)
  if (erasedAt === undefined) return
  const message = `This verification was erased at ${toIso(erasedAt)}; its personal data no longer exists.`
  const details = [{ param: 'verification_id', code: 'erased', message }]
  throw new AppError('not_found', message, { details })
}

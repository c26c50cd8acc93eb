// Deletes the stored responses that name an erased verification, so that no repeat of a request shows it again.

import { tryDecrypt } from '../../crypto/encrypt.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { type Db, inTransaction } from '../../db/transaction.ts'
import {
  deleteAnswers,
  type KeptRow,
  listAnswersAfter,
  responseBinding,
} from './idempotency-store.ts'

interface ForgetNeeds {
  readonly db: Pick<Db, 'longReader' | 'write'>
  readonly keyring: Pick<Keyring, 'decryptSmall'>
}

const rowsAtOnce = 200
const verificationId = /ver_[0-9a-z]{26}/g

/**
 * Reads every stored response, because they are encrypted and nothing else says which verification they are about; they
 * are kept for a day. Returns how many it deleted.
 */
export async function forgetResponses(
  needs: ForgetNeeds,
  verificationIds: ReadonlySet<string>,
): Promise<number> {
  let deleted = 0
  let after: KeptRow | undefined
  for (;;) {
    const rows = await listAnswersAfter(needs.db.longReader, after, rowsAtOnce)
    const naming = rows.filter((row) => namesOneOf(needs, row, verificationIds))
    if (naming.length > 0) await inTransaction(needs.db, (trx) => deleteAnswers(trx, naming))
    deleted += naming.length
    after = rows.at(-1)
    if (after === undefined || rows.length < rowsAtOnce) return deleted
  }
}

/** A response that does not decrypt names nothing: it cannot be sent again either. */
function namesOneOf(
  { keyring }: ForgetNeeds,
  { name, status, encrypted }: KeptRow,
  ids: ReadonlySet<string>,
): boolean {
  const binding = responseBinding(name, status)
  const body = tryDecrypt(() => keyring.decryptSmall('idempotency', encrypted, binding))
  return (body?.toString('utf8').match(verificationId) ?? []).some((id) => ids.has(id))
}

// Decrypts the images of a verification and compares them with their stored hashes, for checks of a restored backup.

import { createHash } from 'node:crypto'
import type { Keyring } from '../../crypto/keyring.ts'
import { tryOpenDataKey } from '../../data-keys/open-data-key.ts'
import type { Db } from '../../db/transaction.ts'
import { hasCode } from '../../kernel/has-code.ts'
import { imageBinding } from './image-binding.ts'
import type { ImageFiles } from './image-files.ts'
import { listImages } from './image-store.ts'

interface CheckNeeds {
  readonly db: Pick<Db, 'reader'>
  readonly keyring: Keyring
  readonly files: Pick<ImageFiles, 'read'>
}

/** Images without a file are not counted, and neither are those of a verification without a data key. */
export async function checkImages(
  needs: CheckNeeds,
  verificationId: string,
): Promise<{ readonly decrypted: number; readonly damaged: readonly string[] }> {
  const damaged: string[] = []
  let decrypted = 0
  const { reader } = needs.db
  const key = await tryOpenDataKey(needs, reader, verificationId)
  if (key === undefined) return { decrypted, damaged }
  for (const { id, file, role, sha256 } of await listImages(reader, verificationId)) {
    try {
      const bytes = await needs.files.read(file, key, imageBinding(role))
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) damaged.push(id)
      else decrypted += 1
    } catch (error) {
      const isGone = hasCode(error, 'ENOENT')
      if (!isGone) damaged.push(id)
    }
  }
  return { decrypted, damaged }
}

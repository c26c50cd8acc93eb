// Checks a copied database beyond its rows: the chain of its audit log, and that the keys open a sample of what is
// encrypted, images included.

import { verifyChain } from '../../audit/verify-chain.ts'
import { openKeyringOf } from '../../data-keys/key-holder.ts'
import { checkImages } from '../../images/storage/check-images.ts'
import { listNewestWithImages } from '../encryption-keys/encrypted-images-view.ts'
import { verifyEncryption } from '../encryption-keys/verify-encryption.ts'
import type { CopyCheck, MoveNeeds, MoveOrder } from './move.ts'
import { MoveRefusedError } from './move-refused.ts'

/** Rows of each table whose encrypted values are opened. */
const sampleRows = 200
/** Verifications whose images are compared with their hashes. */
const imageSampleVerifications = 50

/** @throws MoveRefusedError */
export async function checkCopy(needs: MoveNeeds, order: MoveOrder): Promise<CopyCheck> {
  const { clock, masterKeys, files, target } = needs
  const { db } = target
  const { signal, onProgress } = order
  const keyring = await openKeyringOf(db, masterKeys, clock.now())
  const onEntries = (entries: number) => onProgress('audit', entries)
  const chain = await verifyChain({ db, keyring }, { signal, onProgress: onEntries })
  const [broken] = chain.faults
  if (broken !== undefined) {
    refuse(
      `the audit log is not intact at entry ${broken.sequence} (${broken.kind})`,
      'audit verify',
    )
  }
  const verdict = await verifyEncryption(
    { db, clock, keyring, files },
    { sample: sampleRows, signal, onProgress: (checked) => onProgress('decrypting', checked) },
  )
  const [fault] = verdict.faults
  if (fault !== undefined) {
    refuse(`${fault.column} of ${fault.id} does not open (${fault.kind})`, 'crypto verify --all')
  }
  let imagesChecked = 0
  for (const id of await listNewestWithImages(db.reader, imageSampleVerifications)) {
    signal.throwIfAborted()
    const { decrypted, damaged } = await checkImages({ db, keyring, files }, id)
    if (damaged[0] !== undefined) {
      refuse(`the image ${damaged[0]} differs from its hash`, 'crypto verify --all')
    }
    imagesChecked += decrypted
  }
  const valuesDecrypted = Object.values(verdict.checked).reduce((sum, one) => sum + one, 0)
  return { auditEntries: chain.entries, valuesDecrypted, imagesChecked }
}

function refuse(what: string, command: string): never {
  throw new MoveRefusedError(
    `In the copy, ${what}. The rows are equal, so the source has the same fault: look at it with svc ${command}, and copy again once it is mended. The source is still the installation.`,
  )
}

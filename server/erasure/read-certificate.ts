// Reads the certificate of a verification's erasure, and checks whether a file holds one that this installation signed.

import type { Reader } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { type CertificateFile, certificateFile, isSigned } from './certificate.ts'
import { findCertificate, findPublicKey } from './certificate-store.ts'
import type { ErasureEntry } from './erasure.ts'
import { findErasureOf } from './erasure-store.ts'

interface IssuedCertificate {
  readonly entry: ErasureEntry
  readonly file: CertificateFile
}

/** @throws AppError `not_found` if it was not erased; `conflict` while the erasure is being finished */
export async function readCertificate(
  db: Reader,
  verificationId: string,
): Promise<IssuedCertificate> {
  const entry = await findErasureOf(db, verificationId)
  if (entry === undefined) {
    throw new AppError('not_found', 'No erased verification has this id. See: svc erase list')
  }
  const stored = await findCertificate(db, entry.id)
  if (stored === undefined) {
    const message =
      'The erasure is being finished: the server does it within five minutes, svc retention run at once.'
    throw new AppError('conflict', message)
  }
  const { keyId, body, signature } = stored
  const file = certificateFile.parse({
    certificate: JSON.parse(body),
    signature: {
      algorithm: 'Ed25519',
      key_id: keyId,
      public_key: (await findPublicKey(db, keyId)) ?? '',
      value: signature,
    },
  })
  return { entry, file }
}

/** `foreign`: the signature fits the key in the file, but the key is not of this installation. */
export type CertificateVerdict = 'valid' | 'foreign' | 'altered'

export async function checkCertificate(
  db: Reader,
  file: CertificateFile,
): Promise<CertificateVerdict> {
  if (!isSigned(file)) return 'altered'
  const known = await findPublicKey(db, file.signature.key_id)
  return known === file.signature.public_key ? 'valid' : 'foreign'
}

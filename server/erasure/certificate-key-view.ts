// Lists the public keys that verify certificates of erasure.

import type { Reader } from '../db/transaction.ts'

export interface CertificateKey {
  readonly id: string
  /** SPKI, base64. */
  readonly publicKey: string
  readonly createdAt: number
}

/** Newest first. */
export async function listCertificateKeys(db: Reader): Promise<readonly CertificateKey[]> {
  const rows = await db
    .selectFrom('certificate_keys')
    .select(['id', 'public_key', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, publicKey: row.public_key, createdAt: row.created_at }))
}

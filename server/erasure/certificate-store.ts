// The queries of certificates of erasure and of the keys that sign them.

import type { Reader, Trx } from '../db/transaction.ts'

export interface StoredCertificateKey {
  readonly id: string
  /** SPKI, base64. */
  readonly publicKey: string
  readonly encryptedPrivateKey: Buffer
  readonly createdAt: number
}

export async function insertCertificateKey(trx: Trx, key: StoredCertificateKey): Promise<void> {
  await trx
    .insertInto('certificate_keys')
    .values({
      id: key.id,
      public_key: key.publicKey,
      private_key: key.encryptedPrivateKey,
      created_at: key.createdAt,
    })
    .execute()
}

export async function findNewestKey(db: Reader): Promise<StoredCertificateKey | undefined> {
  return db
    .selectFrom('certificate_keys')
    .select(['id', 'public_key as publicKey', 'private_key as encryptedPrivateKey'])
    .select('created_at as createdAt')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the public key, SPKI in base64; undefined for a key that is not of this installation. */
export async function findPublicKey(db: Reader, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('certificate_keys')
    .select('public_key')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.public_key
}

interface StoredCertificate {
  readonly erasureId: string
  readonly keyId: string
  /** The signed JSON text. */
  readonly body: string
  readonly signature: string
  readonly issuedAt: number
}

/** A certificate that was issued before stays as it is. */
export async function insertCertificate(trx: Trx, certificate: StoredCertificate): Promise<void> {
  await trx
    .insertInto('erasure_certificates')
    .values({
      erasure_id: certificate.erasureId,
      key_id: certificate.keyId,
      body: certificate.body,
      signature: certificate.signature,
      issued_at: certificate.issuedAt,
    })
    .onConflict((conflict) => conflict.column('erasure_id').doNothing())
    .execute()
}

export async function findCertificate(
  db: Reader,
  erasureId: string,
): Promise<StoredCertificate | undefined> {
  return db
    .selectFrom('erasure_certificates')
    .select(['erasure_id as erasureId', 'key_id as keyId', 'body', 'signature'])
    .select('issued_at as issuedAt')
    .where('erasure_id', '=', erasureId)
    .executeTakeFirst()
}

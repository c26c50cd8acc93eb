// Client certificates for tests: good ones, and ones that are wrong in a chosen way.

import { generateKeyPairSync } from 'node:crypto'
import { generate } from 'selfsigned'

export interface CertificateFields {
  readonly certificate: string
  readonly private_key: string
}

interface CertificateOrder {
  readonly name?: string
  readonly endsAt?: Date
  readonly rsaBits?: 1024 | 2048
}

/** Signs itself; valid from the beginning of time, on whatever clock, unless it is to end. */
export async function clientCertificate(order: CertificateOrder = {}): Promise<CertificateFields> {
  const { name = 'svc.bank.example', endsAt = new Date('2100-01-01'), rsaBits } = order
  const attributes = [
    { name: 'commonName', value: name },
    { name: 'organizationName', value: 'Banque du Sahel' },
  ]
  const made = await generate(attributes, {
    algorithm: 'sha256',
    notBeforeDate: new Date(0),
    notAfterDate: endsAt,
    ...(rsaBits === undefined ? { keyType: 'ec' } : { keySize: rsaBits }),
  })
  return { certificate: made.cert, private_key: made.private }
}

/** The private key of nobody, under a passphrase. */
export function encryptedKey(): string {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: {
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'open sesame',
    },
  })
  return privateKey
}

// Reads a certificate's subject, key type, key length and validity, or the type and length of a private key. Nothing
// that it returns is secret.

import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

export type CertificateFacts =
  | {
      readonly kind: 'read'
      /** On one line. */
      readonly subject: string
      readonly algorithm: string
      readonly bits: number | undefined
      readonly validFrom: number
      readonly expiresAt: number
      readonly fingerprint: string
    }
  | { readonly kind: 'unreadable' }

/** Reads the first certificate in a PEM text. */
export function certificateFacts(pem: string | Buffer): CertificateFacts {
  try {
    const certificate = new X509Certificate(pem)
    const { subject, publicKey, validFromDate, validToDate } = certificate
    return {
      kind: 'read',
      subject: subject.split('\n').join(', '),
      ...keyKind(publicKey),
      validFrom: validFromDate.getTime(),
      expiresAt: validToDate.getTime(),
      fingerprint: certificate.fingerprint256,
    }
  } catch {
    return { kind: 'unreadable' }
  }
}

export async function certificateFileFacts(file: string): Promise<CertificateFacts> {
  try {
    return certificateFacts(await readFile(file))
  } catch {
    return { kind: 'unreadable' }
  }
}

/** @param pem the certificate comes first  @param host a name, or an address without brackets */
export function isCertificateFor(pem: string | Buffer, host: string): boolean {
  const certificate = new X509Certificate(pem)
  return (isIP(host) > 0 ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined
}

/** An address of IPv6 stands in brackets in a URL. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

export type PrivateKeyFacts =
  | {
      readonly kind: 'read'
      readonly algorithm: string
      readonly bits: number | undefined
    }
  | { readonly kind: 'unreadable' }

/** @param file a private key, PEM */
export async function privateKeyFileFacts(file: string): Promise<PrivateKeyFacts> {
  try {
    return { kind: 'read', ...keyKind(createPublicKey(createPrivateKey(await readFile(file)))) }
  } catch {
    return { kind: 'unreadable' }
  }
}

const curveBits: Readonly<Record<string, readonly [name: string, bits: number]>> = {
  prime256v1: ['ECDSA P-256', 256],
  secp384r1: ['ECDSA P-384', 384],
  secp521r1: ['ECDSA P-521', 521],
}

function keyKind({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject): {
  readonly algorithm: string
  readonly bits: number | undefined
} {
  const { modulusLength, namedCurve = '' } = asymmetricKeyDetails ?? {}
  const [curve, bits] = curveBits[namedCurve] ?? [`ECDSA ${namedCurve}`, undefined]
  switch (type) {
    case 'ec':
      return { algorithm: curve, bits }
    case 'ed25519':
      return { algorithm: 'Ed25519', bits: 256 }
    case 'ed448':
      return { algorithm: 'Ed448', bits: 448 }
    default:
      return { algorithm: (type ?? 'unknown').toUpperCase(), bits: modulusLength }
  }
}

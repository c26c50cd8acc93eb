// What is believed and shown in TLS by outgoing calls: the public authorities, those that the operator adds,
// TLS 1.2 or later, and a certificate of ours where the other end asks for one.

import { X509Certificate } from 'node:crypto'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

export interface TlsIdentity {
  /** PEM: the chain with its own certificate first. */
  readonly cert: string | Buffer
  /** PEM. */
  readonly key: string | Buffer
}

export interface BelievedAuthorities {
  /** Certificate authorities, PEM, believed besides Node's own. */
  readonly extraCa: string | undefined
  /** The setting that named them, for the error. */
  readonly caSetting: string
}

/**
 * Built once an identity: reading the list of authorities takes longer than a handshake.
 * @throws Error when `extraCa` holds something else than certificates
 */
export function secureContext(
  { extraCa, caSetting }: BelievedAuthorities,
  identity?: TlsIdentity,
): SecureContext {
  // OpenSSL passes over what it cannot read, and every call that needs it would fail for it.
  if (extraCa !== undefined) assertCertificates(extraCa, caSetting)
  return createSecureContext({
    minVersion: 'TLSv1.2',
    // Naming `ca` replaces Node's own list, so that list has to be named too.
    ...(extraCa === undefined ? {} : { ca: [...getCACertificates('default'), extraCa] }),
    ...(identity === undefined ? {} : { cert: identity.cert, key: identity.key }),
  })
}

function assertCertificates(pem: string, setting: string): void {
  const blocks = pem.split(/(?=-----BEGIN )/).filter((block) => block.startsWith('-----BEGIN '))
  const isCertificate = (block: string) => {
    try {
      return new X509Certificate(block).raw.length > 0
    } catch {
      return false
    }
  }
  if (blocks.length > 0 && blocks.every(isCertificate)) return
  throw new Error(
    `${setting} must hold certificates in PEM form (-----BEGIN CERTIFICATE-----) and nothing else`,
  )
}

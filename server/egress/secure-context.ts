// TLS settings of outgoing calls: trusted authorities (the public ones and those of the operator), TLS 1.2 or later,
// the ciphers, and an optional client certificate.

import { X509Certificate } from 'node:crypto'
import {
  createSecureContext,
  DEFAULT_CIPHERS,
  getCACertificates,
  type SecureContext,
} from 'node:tls'

export interface TlsIdentity {
  /** PEM: the certificate, followed by its chain. */
  readonly cert: string | Buffer
  /** PEM. */
  readonly key: string | Buffer
}

export interface BelievedAuthorities {
  /** Certificate authorities, PEM, trusted besides Node's own. */
  readonly extraCa: string | undefined
  /** Name of the setting, for the error message. */
  readonly caSetting: string
}

const minVersion = 'TLSv1.2'

/**
 * Without DHE, whose group the other side makes up: one of 10 000 bits takes a second of the event loop for each
 * handshake, before any certificate is checked. TLS 1.3 has fixed groups.
 */
const ciphers = `${DEFAULT_CIPHERS}:!DHE`

/** What calls with Node's own authorities and no client certificate share: it holds nothing of one service. */
let plainContext: SecureContext | undefined

/**
 * The context without authorities or identity is built once. Build others once per identity: loading the list of
 * authorities takes longer than a handshake.
 * @throws Error if `extraCa` contains anything but certificates
 */
export function secureContext(
  { extraCa, caSetting }: BelievedAuthorities,
  identity?: TlsIdentity,
): SecureContext {
  if (extraCa === undefined && identity === undefined) {
    plainContext ??= createSecureContext({ minVersion, ciphers })
    return plainContext
  }
  // OpenSSL silently skips what it cannot read, and calls that need it would fail later.
  if (extraCa !== undefined) assertCertificates(extraCa, caSetting)
  return createSecureContext({
    minVersion,
    ciphers,
    // `ca` replaces Node's own list, so that list is added here.
    ...(extraCa === undefined ? {} : { ca: [...getCACertificates('default'), extraCa] }),
    ...(identity === undefined ? {} : { cert: identity.cert, key: identity.key }),
  })
}

/**
 * Builds the context at once if a file could make it fail, otherwise when it is first asked for: reading Node's own
 * authorities takes a start 12 ms.
 * @throws Error if `extraCa` contains anything but certificates
 */
export function contextWhenNeeded(
  authorities: BelievedAuthorities,
  identity?: TlsIdentity,
): () => SecureContext {
  if (authorities.extraCa === undefined && identity === undefined) {
    return () => secureContext(authorities)
  }
  const context = secureContext(authorities, identity)
  return () => context
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
    `${setting} must contain only certificates in PEM form (-----BEGIN CERTIFICATE-----)`,
  )
}

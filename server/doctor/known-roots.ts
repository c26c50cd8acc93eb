// Reads the authorities that this machine trusts. It takes a fifth of a second, so a thread does it.

import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'

/** Those that Node brings, and those that the machine's administrator has installed. */
export function readKnownRoots(): readonly X509Certificate[] {
  const texts = new Set([...getCACertificates('bundled'), ...getCACertificates('system')])
  return [...texts].map((pem) => new X509Certificate(pem))
}

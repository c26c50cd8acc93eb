// Judges a certificate chain: the server must send every certificate between its own and one that clients have. Pure.

import type { X509Certificate } from 'node:crypto'
import { type DoctorOutcome, failed, skipped, warning, well } from './outcome.ts'

interface ChainFacts {
  /** Certificates of authorities that this machine trusts. */
  readonly roots: readonly X509Certificate[]
  readonly nowMs: number
}

/** @param certificates of the file, the server's own first */
export function judgeCertificateChain(
  certificates: readonly X509Certificate[],
  { roots, nowMs }: ChainFacts,
): DoctorOutcome {
  const chain = neededOf(chainOf(certificates), roots)
  const [own] = chain
  const last = chain.at(-1)
  if (own === undefined || last === undefined) return skipped('needs_certificate')
  const expired = chain.slice(1).find(({ validToDate }) => validToDate.getTime() <= nowMs)
  if (expired !== undefined) {
    const values = { subject: nameOf(expired.subject), expires_at: expired.validToDate.getTime() }
    return failed('expired', { values })
  }
  const values = { count: chain.length, issuer: nameOf(last.issuer) }
  if (isSelfSigned(last)) return well({ values }, chain.length === 1 ? 'self_signed' : 'well')
  if (isIssuedByOne(last, roots)) return well({ values })
  return warning(chain.length === 1 ? 'own_only' : 'cut_off', { values })
}

/** Begins with the first certificate; each is followed by its issuer, wherever that is in the file. */
function chainOf(certificates: readonly X509Certificate[]): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  for (let next = certificates[0]; next !== undefined && !chain.includes(next); ) {
    const current = next
    chain.push(current)
    next = isSelfSigned(current)
      ? undefined
      : certificates.find((one) => one !== current && isIssuedBy(current, one))
  }
  return chain
}

/**
 * Ends with the first certificate that a known authority issued: clients need none behind it, so it may have expired.
 */
function neededOf(
  chain: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): readonly X509Certificate[] {
  const anchoredAt = chain.findIndex((one) => isIssuedByOne(one, roots))
  return anchoredAt === -1 ? chain : chain.slice(0, anchoredAt + 1)
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && isIssuedBy(certificate, certificate)
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isIssuedByOne(certificate: X509Certificate, roots: readonly X509Certificate[]): boolean {
  return roots.some((root) => isIssuedBy(certificate, root))
}

/** The common name, or all of it where there is none. */
function nameOf(distinguishedName: string): string {
  return /^CN=(.+)$/m.exec(distinguishedName)?.[1] ?? distinguishedName.split('\n').join(', ')
}

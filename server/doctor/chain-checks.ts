// The check of the certificate chain: the server must send every certificate between its own and one that clients have.

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { getCACertificates } from 'node:tls'
import { withSettings } from './doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, skipped, warning, well } from './outcome.ts'

export const chainChecks = {
  certificate_chain: withSettings(async ({ config: { tls }, clock }) => {
    if (tls === undefined) return notSetUp()
    const certificates = await readCertificates(tls.certFile)
    if (certificates === undefined) return skipped('needs_certificate')
    return judgeCertificateChain(certificates, { roots: readKnownRoots(), nowMs: clock.now() })
  }),
}

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

/** Ends with the first certificate that a known authority issued: clients need none behind it, so it may have expired. */
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

/** Those that Node brings, and those that the machine's administrator has installed. */
function readKnownRoots(): readonly X509Certificate[] {
  const texts = new Set([...getCACertificates('bundled'), ...getCACertificates('system')])
  return [...texts].map((pem) => new X509Certificate(pem))
}

const certificateEnd = '-----END CERTIFICATE-----'

/** Returns undefined for a file that holds no readable certificate. What stands before one is skipped. */
async function readCertificates(file: string): Promise<readonly X509Certificate[] | undefined> {
  try {
    const blocks = (await readFile(file, 'utf8')).split(certificateEnd).slice(0, -1)
    const certificates = blocks.map((block) => new X509Certificate(block + certificateEnd))
    return certificates.length === 0 ? undefined : certificates
  } catch {
    return undefined
  }
}

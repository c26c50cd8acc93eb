// The check of the certificate chain in the file of the server's own certificate.

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { withSettings } from '../doctor-scene.ts'
import { notSetUp, skipped } from '../outcome.ts'

export const chainChecks = {
  certificate_chain: withSettings(async ({ config: { tls }, clock, judgeChain }) => {
    if (tls === undefined) return notSetUp()
    const certificates = await readCertificates(tls.certFile)
    if (certificates === undefined) return skipped('needs_certificate')
    return judgeChain({ certificates, nowMs: clock.now() })
  }),
}

const certificateEnd = '-----END CERTIFICATE-----'

/** Returns undefined for a file that holds no readable certificate. What stands before one is skipped. */
async function readCertificates(file: string): Promise<readonly string[] | undefined> {
  try {
    const blocks = (await readFile(file, 'utf8')).split(certificateEnd).slice(0, -1)
    const certificates = blocks.map((block) => block + certificateEnd)
    const isReadable = certificates.every((pem) => new X509Certificate(pem).raw.length > 0)
    return isReadable && certificates.length > 0 ? certificates : undefined
  } catch {
    return undefined
  }
}

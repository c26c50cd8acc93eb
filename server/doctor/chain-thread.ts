// The program of a thread that judges a certificate chain by the authorities that this machine trusts, and ends.

import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'
import type { ChainQuestion } from './chain-judge.ts'
import { judgeCertificateChain } from './judge-chain.ts'

const { certificates, nowMs } = workerData as ChainQuestion
parentPort?.postMessage(
  judgeCertificateChain(
    certificates.map((pem) => new X509Certificate(pem)),
    { roots: readKnownRoots(), nowMs },
  ),
)

/** Those that Node brings, and those that the machine's administrator has installed. */
function readKnownRoots(): readonly X509Certificate[] {
  const texts = new Set([...getCACertificates('bundled'), ...getCACertificates('system')])
  return [...texts].map((pem) => new X509Certificate(pem))
}

// The program of a thread that judges a certificate chain by the authorities that this machine trusts, and ends.

import { X509Certificate } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { ChainQuestion } from './chain-judge.ts'
import { judgeCertificateChain } from './judge-chain.ts'
import { readKnownRoots } from './known-roots.ts'

const { certificates, nowMs } = workerData as ChainQuestion
parentPort?.postMessage(
  judgeCertificateChain(
    certificates.map((pem) => new X509Certificate(pem)),
    { roots: readKnownRoots(), nowMs },
  ),
)

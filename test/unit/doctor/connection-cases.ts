// One case for each finding about certificate chain and reverse proxies: the facts, judged, and the state that must
// result.

import { X509Certificate } from 'node:crypto'
import { judgeForwarded } from '../../../server/doctor/checks/proxy-checks.ts'
import { judgeCertificateChain } from '../../../server/doctor/judge-chain.ts'
import { notSetUp } from '../../../server/doctor/outcome.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import type { ForwardedCounts } from '../../../server/kernel/forwarded-counts.ts'
import {
  type CertifiedKey,
  certifyAuthority,
  certifyServer,
  crossCertifyExpired,
  makeAuthority,
} from '../../support/tls.ts'
import type { CheckCase } from './check-case.ts'

const [root, otherRoot] = [await makeAuthority(), await makeAuthority()]
const upper = await certifyAuthority(root, 'Upper authority')
const lower = await certifyAuthority(upper, 'Lower authority')
const expired = await certifyAuthority(root, 'Old authority', -1000)
const crossed = await crossCertifyExpired(root, otherRoot)
const [server, direct, ofExpired] = [
  await certifyServer(lower),
  await certifyServer(root),
  await certifyServer(expired),
]
const chain = (keys: readonly CertifiedKey[], roots: readonly CertifiedKey[] = [otherRoot, root]) =>
  judgeCertificateChain(
    keys.map(({ cert }) => new X509Certificate(cert)),
    { roots: roots.map(({ cert }) => new X509Certificate(cert)), nowMs: systemClock.now() },
  )

const none = { requests: 0, forwardedByOthers: 0, forwarded: 0, notForwarded: 0 }
const counts = (more: Partial<ForwardedCounts>) => ({ ...none, requests: 40, ...more })

// biome-ignore format: a table
export const connectionCases: readonly CheckCase[] = [
  ['certificate_chain', 'well', 'well', chain([server, lower, upper])],
  ['certificate_chain', 'well', 'well', chain([server, upper, lower])],
  ['certificate_chain', 'well', 'well', chain([server, lower, upper, root], [])],
  ['certificate_chain', 'well', 'well', chain([direct])],
  ['certificate_chain', 'well', 'well', chain([direct, crossed], [root])],
  ['certificate_chain', 'failed', 'expired', chain([direct, crossed], [otherRoot])],
  ['certificate_chain', 'well', 'self_signed', chain([root], [])],
  ['certificate_chain', 'warning', 'own_only', chain([server])],
  ['certificate_chain', 'warning', 'own_only', chain([direct], [otherRoot])],
  ['certificate_chain', 'warning', 'own_only', chain([server, upper])],
  ['certificate_chain', 'warning', 'cut_off', chain([server, lower])],
  ['certificate_chain', 'failed', 'expired', chain([ofExpired, expired])],
  ['certificate_chain', 'not_set_up', 'not_set_up', notSetUp()],
  ['certificate_chain', 'skipped', 'needs_certificate', chain([])],
  ['forwarded_headers', 'skipped', 'server_only', judgeForwarded(undefined, true)],
  ['forwarded_headers', 'not_set_up', 'not_set_up', judgeForwarded(counts({}), false)],
  ['forwarded_headers', 'not_set_up', 'not_set_up', judgeForwarded(counts({ forwardedByOthers: 3 }), false)],
  ['forwarded_headers', 'warning', 'no_proxy_listed', judgeForwarded(counts({ forwardedByOthers: 4 }), false)],
  ['forwarded_headers', 'warning', 'other_proxy', judgeForwarded(counts({ forwardedByOthers: 4, forwarded: 36 }), true)],
  ['forwarded_headers', 'well', 'well', judgeForwarded(counts({ forwarded: 1, notForwarded: 5 }), true)],
  ['forwarded_headers', 'warning', 'not_forwarded', judgeForwarded(counts({ notForwarded: 5 }), true)],
  ['forwarded_headers', 'warning', 'unused', judgeForwarded(counts({}), true)],
  ['forwarded_headers', 'well', 'no_requests', judgeForwarded(none, true)],
]

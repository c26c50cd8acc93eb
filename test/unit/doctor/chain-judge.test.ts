import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rootCertificates } from 'node:tls'
import {
  type ChainQuestion,
  judgeChainInThread,
  keepingOutcome,
} from '../../../server/doctor/chain-judge.ts'
import { readKnownRoots } from '../../../server/doctor/known-roots.ts'
import { well } from '../../../server/doctor/outcome.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { certifyServer, makeAuthority } from '../../support/tls.ts'

test('a thread judges the chain by the authorities that the machine trusts', async (t) => {
  const [known, unknown] = [await makeAuthority(), await makeAuthority()]
  // A process reads them once; no other test of this file does.
  process.env.SSL_CERT_FILE = join(tempFolder(t), 'authorities.pem')
  writeFileSync(process.env.SSL_CERT_FILE, known.cert)
  const [ofKnown, ofUnknown] = [await certifyServer(known), await certifyServer(unknown)]
  const nowMs = systemClock.now()
  const judge = async (...certificates: readonly string[]) => {
    const { state, code, values } = await judgeChainInThread({ certificates, nowMs })
    return [state, code, values?.count]
  }
  assert.deepEqual(await judge(ofKnown.cert), ['well', 'well', 1])
  assert.deepEqual(await judge(ofUnknown.cert), ['warning', 'own_only', 1])
  assert.deepEqual(await judge(ofUnknown.cert, unknown.cert), ['well', 'well', 2])
  await assert.rejects(judge('no certificate'))
  const roots = readKnownRoots().map(({ fingerprint256 }) => fingerprint256)
  for (const pem of [known.cert, rootCertificates[0] ?? '']) {
    assert.ok(roots.includes(new X509Certificate(pem).fingerprint256))
  }
})

test('an outcome is kept for ten minutes, for the same certificates', async () => {
  const asked: ChainQuestion[] = []
  const judge = keepingOutcome(async (question) => {
    asked.push(question)
    if (question.certificates.includes('broken')) throw new Error('broken')
    return well()
  })
  const minuteMs = 60_000
  const ask = (name: string, minutes: number) =>
    judge({ certificates: [name], nowMs: minutes * minuteMs })
  await Promise.all([ask('old', 0), ask('old', 0), ask('old', 9)])
  assert.equal(asked.length, 1)
  await ask('old', 10)
  await ask('new', 11)
  assert.equal(asked.length, 3)
  await assert.rejects(ask('broken', 12))
  await assert.rejects(ask('broken', 12))
  assert.equal(asked.length, 5)
})

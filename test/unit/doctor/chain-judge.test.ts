import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ChainQuestion,
  judgeChainInThread,
  keepingOutcome,
} from '../../../server/doctor/chain-judge.ts'
import { well } from '../../../server/doctor/outcome.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { certifyServer, makeAuthority } from '../../support/tls.ts'

test('a thread judges the chain by the authorities that the machine trusts', async () => {
  const unknown = await makeAuthority()
  const { cert } = await certifyServer(unknown)
  const nowMs = systemClock.now()
  const judge = (certificates: readonly string[]) => judgeChainInThread({ certificates, nowMs })
  const [own, whole] = [await judge([cert]), await judge([cert, unknown.cert])]
  assert.deepEqual([own.state, own.code, own.values?.count], ['warning', 'own_only', 1])
  assert.deepEqual([whole.state, whole.code, whole.values?.count], ['well', 'well', 2])
  await assert.rejects(judge(['no certificate']))
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

// How long the provider may take is counted without its outages, of which all count together for as long as one may
// last.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decidingSince } from '../../../server/verifications/provider-job/leave-out-outage.ts'
import { mayAppear } from '../../../server/verifications/submit-images.ts'

const minuteMs = 60_000

/** All times in minutes. @param outage when the job began to fail, and when the provider answers again */
function since(
  createdAt: number,
  [from, to]: readonly [number | undefined, number],
  { arrivedAt = 0, submittedAt = createdAt } = {},
): number {
  const times = { createdAt: createdAt * minuteMs, submittedAt: submittedAt * minuteMs }
  const waiting = {
    verification: { createdAt: arrivedAt * minuteMs },
    providerJob: { verificationId: 'ver_1', ...times },
  }
  const failingSince = from === undefined ? undefined : from * minuteMs
  const run = { job: { failingSince }, nowMs: to * minuteMs, giveUpAfterMs: 60 * minuteMs }
  return decidingSince(waiting, run) / minuteMs
}

describe('the time for a decision counts', () => {
  test('from the arrival without an outage, and later by the time of one', () => {
    assert.equal(since(0, [undefined, 50]), 0)
    assert.equal(since(0, [10, 50]), 40)
    assert.equal(since(40, [100, 110]), 50)
  })

  test('at most so much later in all as one outage may last', () => {
    assert.equal(since(0, [10, 75]), 60)
    assert.equal(since(40, [100, 150]), 60)
    assert.equal(since(60, [200, 250]), 60)
    assert.equal(since(90, [200, 250]), 90, 'the setting was longer before')
  })

  test('so too where it arrived while the clock was ahead: from its submission', () => {
    const ahead = { arrivedAt: 90_000, submittedAt: 0 }
    assert.equal(since(0, [10, 50], ahead), 40)
    assert.equal(since(40, [100, 150], ahead), 60)
    assert.equal(since(60, [200, 250], ahead), 60)
  })

  test('never from what is to come, as the clock has it', () => {
    assert.equal(since(0, [-100, 20]), 20)
    assert.equal(since(0, [30, 20]), 0)
  })
})

test('a missing image is awaited from the arrival on, whatever outages followed', () => {
  const appears = (verificationAt: number, jobAt: number, nowAt: number) => {
    const needs = { clock: { now: () => nowAt * minuteMs }, node: { isAlone: false } }
    const verification = { createdAt: verificationAt * minuteMs }
    const providerJob = { createdAt: jobAt * minuteMs }
    return mayAppear(needs, { verification, providerJob })
  }
  assert.equal(appears(0, 0, 4), true)
  assert.equal(appears(0, 0, 6), false)
  assert.equal(appears(0, 50, 52), false)
  assert.equal(appears(900, 50, 60), false, 'the clock was ahead as it arrived')
})

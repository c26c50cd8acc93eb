import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseReplaySpan } from '../../../server/api/webhooks/delivery-api.ts'
import { parseNewWebhook } from '../../../server/api/webhooks/webhook-input.ts'
import { subscribableEvents } from '../../../server/events/event.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { policyOf } from '../../flow/webhooks/sending.ts'

/** Code and message of every fault that `parse` finds. */
function faultsOf(parse: () => unknown): readonly (readonly [string, string])[] {
  try {
    parse()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return (error.options.details ?? []).map(({ code, message }) => [code, message] as const)
  }
  return []
}

describe('the events of a webhook', () => {
  const faultsOfEvents = (events: unknown) =>
    faultsOf(() =>
      parseNewWebhook({ url: 'https://a.example/', events }, { policy: policyOf(), nowMs: 0 }),
    )
  const known = `events may hold ${subscribableEvents.join(', ')}`

  test('that nobody knows are named, each once', () => {
    const events = ['verification.completed', 'user.made', 'user.made', 'user.gone']
    assert.deepEqual(faultsOfEvents(events), [
      ['invalid', `${known}, not "user.made".`],
      ['invalid', `${known}, not "user.gone".`],
    ])
  })

  test('are up to a hundred, and of thousands not one is looked at', () => {
    const eventsOf = (length: number) => Array.from({ length }, (_, index) => index.toString(36))
    assert.equal(faultsOfEvents(eventsOf(100)).length, 100)
    const tooMany = [['invalid', 'events has at most 100 entries.']]
    assert.deepEqual(faultsOfEvents(eventsOf(101)), tooMany)
    assert.deepEqual(faultsOfEvents(eventsOf(15_000)), tooMany)
  })

  test('are not said back where they are no words', () => {
    for (const wrong of [7, null, 'x'.repeat(100), 'a\u0007b']) {
      assert.deepEqual(faultsOfEvents([wrong]), [['invalid', `${known}.`]])
    }
  })
})

describe('the end of a range of replays', () => {
  test('is asked for where it is missing', () => {
    const [fault, ...more] = faultsOf(() => parseReplaySpan({}))
    assert.deepEqual([fault?.[0], more], ['missing', []])
    assert.match(String(fault?.[1]), /^created_to is required: /)
  })

  test('is explained where it is wrong', () => {
    const [fault, ...more] = faultsOf(() => parseReplaySpan({ created_to: 'yesterday' }))
    assert.deepEqual([fault?.[0], more], ['invalid', []])
    assert.match(String(fault?.[1]), /^created_to must be an instant such as /)
  })
})

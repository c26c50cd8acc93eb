import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verificationDescriptions } from '../../../server/api/verifications/verification-descriptions.ts'
import { deliveryDescriptions } from '../../../server/api/webhooks/delivery-descriptions.ts'
import { checkNames } from '../../../server/verifications/verification.ts'

const judged = ['document', 'liveness', 'face_match']

/** The interface document shows them; that they have its shape says document.test.ts. */
describe('the examples of the interface document could be answers:', () => {
  test('a verification whose document was read has every check, and each comparison its reason', () => {
    const { declined } = verificationDescriptions.detail.answers[0].examples
    assert.deepEqual(
      declined.checks.map(({ check }) => check),
      checkNames,
    )
    for (const { check, reason } of declined.checks) {
      assert.equal(reason === undefined, judged.includes(check), check)
    }
    assert.deepEqual([declined.id_type, declined.document?.document_code], ['passport', 'P'])
  })

  test('a delivery has as many attempts as it counts, and ends with the last of them', () => {
    const { failed } = deliveryDescriptions.detail.answers[0].examples
    const last = failed.attempt_log.at(-1)
    assert.equal(failed.attempt_log.length, failed.attempts)
    assert.equal(last?.number, failed.attempts)
    const ended = Date.parse(last.started_at) + last.duration_ms
    assert.equal(new Date(ended).toISOString(), failed.finished_at)
  })

  test('a dry run leaves all, and the call after it begins at the oldest', () => {
    const [dry, real] = deliveryDescriptions.replayMany.answers
    const { counted } = dry.examples
    const { replayed } = real.examples
    assert.deepEqual([counted.matched, counted.remaining], [replayed.matched, replayed.matched])
    assert.equal(replayed.matched - replayed.replayed, replayed.remaining)
    assert.ok(String(counted.next_created_from) < String(replayed.next_created_from))
  })
})

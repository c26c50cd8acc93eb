// Steps of a review, taken over the console's API.

import assert from 'node:assert/strict'
import type { ApiAnswer } from '../api-client.ts'
import type { WorkScene } from './work-scene.ts'

export const confirm = { outcome: 'confirm', reasons: ['decision_correct'] }
export const dispute = { outcome: 'dispute', reasons: ['spelling_variant'] }

export function codeOf({ status, error }: ApiAnswer): string {
  return status < 300 ? String(status) : `${status} ${error.code}`
}

/** Queues a review for which Awa has proposed a dispute. */
export async function proposed(scene: WorkScene, more: object = {}) {
  const review = await scene.queued()
  await scene.awa.post(`/reviews/${review}/claim`)
  const { data, text } = await scene.awa.post(`/reviews/${review}/decide`, { ...dispute, ...more })
  assert.equal(data.state, 'proposed', text)
  const proposal_id = (data.proposal as { readonly id: string }).id
  const approve = (client = scene.omar) =>
    client.post(`/reviews/${review}/approve`, { proposal_id })
  const reject = (client = scene.omar) =>
    client.post(`/reviews/${review}/reject`, { proposal_id, reason: 'outcome_wrong' })
  return { review, proposal_id, approve, reject }
}

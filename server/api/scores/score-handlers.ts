// The API route for scores (specification 4.4, rulings 5.2).

import type { Answer } from '../../http/answer.ts'
import { isId } from '../../kernel/ids.ts'
import type { Score } from '../../scoring/score.ts'
import { type GetScoreNeeds, getScore } from '../../verifications/get-score.ts'
import type { ApiRequest } from '../api-route.ts'
import { parseScoreRequest, scoreJson } from './score-api.ts'

export const scoreHandlers = {
  retrieve,
}

async function retrieve(needs: GetScoreNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (saveResponse) => {
    const { verificationId } = parseScoreRequest(body)
    if (isId('ver', verificationId)) request.concerns(verificationId)
    const { apiKey, requestId, signal } = request
    const answer = (score: Score): Answer => ({ status: 200, data: scoreJson(score) })
    const retrieval = { verificationId, requestId, apiKey, signal }
    return answer(
      await getScore(needs, retrieval, (trx, score) => {
        // Checked last: a client that disconnected must not pay for a score that it never got.
        signal.throwIfAborted()
        return saveResponse(trx, answer(score))
      }),
    )
  })
}

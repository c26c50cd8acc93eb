// Scores over REST (specification 4.4, rulings 5.2).

import type { Answer, ApiRequest, Endpoint } from '../http/endpoint.ts'
import { isId } from '../kernel/ids.ts'
import { type GetScoreNeeds, getScore } from '../verifications/get-score.ts'
import type { Score } from './score.ts'
import { scoreDescriptions } from './score-descriptions.ts'
import { parseScoreRequest } from './score-input.ts'
import { scoreJson } from './score-json.ts'

export function scoreEndpoints(needs: GetScoreNeeds): readonly Endpoint[] {
  return [
    {
      audience: 'client',
      scope: 'score.get',
      method: 'POST',
      path: '/score/get',
      describe: scoreDescriptions.retrieve,
      answer: (request) => retrieve(needs, request),
    },
  ]
}

async function retrieve(needs: GetScoreNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (remember) => {
    const { verificationId } = parseScoreRequest(body)
    if (isId('ver', verificationId)) request.concerns(verificationId)
    const { caller, requestId, signal } = request
    const answer = (score: Score): Answer => ({ status: 200, data: scoreJson(score) })
    const asked = { verificationId, requestId, caller, signal }
    return answer(
      await getScore(needs, asked, (trx, score) => {
        // The last moment: whoever left is not charged for a score that nobody learnt.
        signal.throwIfAborted()
        return remember(trx, answer(score))
      }),
    )
  })
}

// One question to the stand-in, as it is remembered, and what was answered. It is known by the random request
// id that came with it and by nothing else: the contract tells an engine of no verification.

import type { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import { toIso } from '../../kernel/clock.ts'
import type { EngineAnswer, engineRequestSchema } from '../../scoring/engine-contract.ts'
import type { Manner } from './manner.ts'
import { judge, scorecardVersion, type Verdict } from './scorecard.ts'

export type Question = z.output<typeof engineRequestSchema>

export interface AskedQuestion {
  /** ISO 8601. */
  readonly asked_at: string
  readonly request_id: string
  readonly manner: Manner
  readonly features: Question['features']
  /** As it was sent, also where it was sent too late; null where none was. */
  readonly answer: EngineAnswer | null
  /** Where the score comes from; null where there is none, or none of the card's. */
  readonly explanation: Verdict['explanation'] | null
}

const questionsMax = 50

/** In memory and in bounds. */
export function openQuestions(clock: Clock) {
  const latest: AskedQuestion[] = []
  return {
    note({ request_id, features }: Question, manner: Manner): AskedQuestion {
      const asked_at = toIso(clock.now())
      const { explanation, ...verdict } = judge(features)
      const asked: AskedQuestion = {
        asked_at,
        request_id,
        manner,
        features,
        answer: manner === 'down' ? null : answerOf(verdict, request_id, manner),
        explanation: manner === 'down' || manner === 'lying' ? null : explanation,
      }
      latest.push(asked)
      if (latest.length > questionsMax) latest.shift()
      return asked
    },
    /** The last 50, newest first. */
    latest: (): readonly AskedQuestion[] => latest.toReversed(),
  }
}

function answerOf(
  { score, confidence, flags }: Omit<Verdict, 'explanation'>,
  request_id: string,
  manner: Manner,
): EngineAnswer {
  const answer: EngineAnswer = {
    score,
    confidence,
    model_version: scorecardVersion,
    flags: [...flags],
    request_id,
  }
  return manner === 'lying'
    ? Object.assign(answer, { score: score + 1000, band: 'premium' })
    : answer
}

// One question to the stand-in, as it is remembered, and what there is to answer.

import type { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import { toIso } from '../../kernel/clock.ts'
import type { EngineAnswer, engineRequestSchema } from '../../scoring/engine-contract.ts'
import type { Manner } from './manner.ts'
import { judge, scorecardVersion, type Verdict } from './scorecard.ts'

export type Question = z.output<typeof engineRequestSchema>

export interface AskedQuestion extends Verdict {
  /** ISO 8601. */
  readonly asked_at: string
  readonly request_id: string
  readonly manner: Manner
  readonly features: Question['features']
}

const questionsMax = 50

/** In memory and in bounds. */
export function openQuestions(clock: Clock) {
  const latest: AskedQuestion[] = []
  return {
    note({ request_id, features }: Question, manner: Manner): AskedQuestion {
      const asked_at = toIso(clock.now())
      const asked = { asked_at, request_id, manner, features, ...judge(features) }
      latest.push(asked)
      if (latest.length > questionsMax) latest.shift()
      return asked
    },
    /** The last 50, newest first. */
    latest: (): readonly AskedQuestion[] => latest.toReversed(),
  }
}

export function answerTo({ score, confidence, flags, request_id, manner }: AskedQuestion) {
  const answer: EngineAnswer = {
    score,
    confidence,
    model_version: scorecardVersion,
    flags: [...flags],
    request_id,
  }
  return manner === 'lying' ? { ...answer, score: score + 1000, band: 'premium' } : answer
}

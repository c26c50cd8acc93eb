// Keeps the last requests to the simulated engine and their answers in memory. A request is identified by its
// random id only, because the contract tells an engine nothing about the verification.

import type { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import { toIso } from '../../kernel/clock.ts'
import type { EngineAnswer, engineRequestSchema } from '../../scoring/engine-contract.ts'
import type { EngineMode } from './failure-mode.ts'
import { type ScorecardVerdict, scoreByCard, scorecardVersion } from './scorecard.ts'

type EngineRequest = z.output<typeof engineRequestSchema>

export interface RecordedRequest {
  /** ISO 8601. */
  readonly asked_at: string
  readonly request_id: string
  readonly mode: EngineMode
  readonly features: EngineRequest['features']
  /** The answer as sent, even if too late; null where none was sent. */
  readonly answer: EngineAnswer | null
  /** How the score came about; null where there is none, or none from the scorecard. */
  readonly explanation: ScorecardVerdict['explanation'] | null
}

const requestsMax = 50

/** Keeps the last requests in memory, at most `questionsMax`. */
export function createRequestHistory(clock: Clock) {
  const latest: RecordedRequest[] = []
  return {
    record({ request_id, features }: EngineRequest, mode: EngineMode): RecordedRequest {
      const asked_at = toIso(clock.now())
      const { explanation, ...verdict } = scoreByCard(features)
      const recorded: RecordedRequest = {
        asked_at,
        request_id,
        mode,
        features,
        answer: mode === 'down' ? null : answerOf(verdict, request_id, mode),
        explanation: mode === 'down' || mode === 'lying' ? null : explanation,
      }
      latest.push(recorded)
      if (latest.length > requestsMax) latest.shift()
      return recorded
    },
    /** Returns the last 50, newest first. */
    latest: (): readonly RecordedRequest[] => latest.toReversed(),
  }
}

function answerOf(
  { score, confidence, flags }: Omit<ScorecardVerdict, 'explanation'>,
  request_id: string,
  mode: EngineMode,
): EngineAnswer {
  const answer: EngineAnswer = {
    score,
    confidence,
    model_version: scorecardVersion,
    flags: [...flags],
    request_id,
  }
  return mode === 'lying' ? Object.assign(answer, { score: score + 1000, band: 'premium' }) : answer
}

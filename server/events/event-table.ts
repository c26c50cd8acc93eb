// Row of `events`: the outbox, written in the transaction of what happened.

import type { Environment } from '../keys/key.ts'
import type { EventType, SealedUnder } from './event.ts'

export interface EventTable {
  id: string
  environment: Environment
  type: EventType
  /** Id of what it happened to: a verification, or the webhook that is tested. */
  subject_id: string
  /** Whose key the body is sealed under: the subject's own data key, or the appliance's. */
  sealed_under: SealedUnder
  /** Sealed; null once its time of keeping is over or the subject was erased. */
  body: Buffer | null
  created_at: number
}

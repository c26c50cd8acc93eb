// Row of `events`: the outbox, written in the transaction of the change that caused the event.

import type { Environment } from '../kernel/environment.ts'
import type { EncryptedUnder, EventType } from './event.ts'

export interface EventTable {
  id: string
  environment: Environment
  type: EventType
  /** Id of the verification, or of the tested webhook. */
  subject_id: string
  /** The key that encrypts the body: the verification's own data key, or the appliance's. */
  encrypted_under: EncryptedUnder
  /** Encrypted; null once it was pruned or erased. */
  body: Buffer | null
  created_at: number
}
